// Change the password of a fresh server
// Run once on the system database of a local server, which starts with Neo4j's initial password.
ALTER CURRENT USER SET PASSWORD FROM $old TO $new;
