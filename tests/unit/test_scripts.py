"""Words and sentence ends of other scripts: tables of cases, and one invented story told in six languages."""

# ruff: noqa: RUF001  # full-width punctuation

import csv
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ingest
from eval.metrics import METRICS, available, score, select
from eval.metrics.candidate import Candidate, Subject
from eval.metrics.meteor import meteor
from eval.metrics.rouge import rouge_l, rouge_n
from taeg.base.errors import Problems
from taeg.build import build
from taeg.consolidate.algorithm import narrate
from taeg.consolidate.algorithm import select as select_spans
from taeg.consolidate.narrative import Narrative, Passage
from taeg.model.corpus import Corpus
from taeg.text import scripts
from taeg.text.language import language
from taeg.text.scripts import has_unspaced, sentences, tokens, words
from taeg.text.tfidf import count_similar, split_letters, split_words

STORIES = Path(__file__).parents[1] / "stories"
LANGUAGES = ("zh", "ja", "ar", "hi", "el", "ru")
WITHOUT_SPACES = ("zh", "ja")


@cache
def story(code: str, labelled: str = "") -> Corpus:
    """The story in a language; `labelled` is the language that its corpus is said to be in."""
    return ingest.read(str(STORIES / code), language=labelled or None)


def accounts(code: str) -> list[dict[str, str]]:
    with (STORIES / code / "accounts.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def reference_of(corpus: Corpus) -> Candidate:
    """The reference, as if it were a narrative."""
    subject = Subject(corpus)
    passages = tuple(
        Passage(event.id, event.title, "", "", "", event.gold_text) for event in corpus.events if event.gold_text
    )
    return Candidate(subject, Narrative(corpus.id, "reference", corpus.profile, passages, corpus.language), None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("東京大学", ["東京", "京大", "大学"]),
        ("鐘", ["鐘"]),
        ("他在Google工作了3年。", ["他在", "google", "工作", "作了", "3", "年"]),
        ("カタカナとひらがな", ["カタ", "タカ", "カナ", "ナと", "とひ", "ひら", "らが", "がな"]),
        ("コーヒー、人々", ["コー", "ーヒ", "ヒー", "人々"]),
        ("ｶﾞﾗｽ ＡＢＣ １２月", ["ガラ", "ラス", "abc", "12", "月"]),
        ("ภาษาไทย", ["ภา", "าษ", "ษา", "าไ", "ไท", "ทย"]),
        ("ที่นี่ ๒๕", ["ที่นี่", "๒๕"]),
        ("ខ្មែរ", ["ខ្មែ", "មែរ"]),
        ("မြန်မာ", ["မြန်", "န်မာ"]),
        ("ภาษา\u200bไทย", ["ภา", "าษ", "ษา", "าไ", "ไท", "ทย"]),
        ("한국어 문장", ["한국어", "문장"]),
        ("बड़ी घंटी", ["बड़ी", "घंटी"]),
        ("İstanbul Straße", ["i̇stanbul", "strasse"]),
        ("Ελλάς, Россия; العربية", ["ελλάσ", "россия", "العربية"]),
        ("", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert list(words(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Plain Words", ["own:Plain Words"]),
        ("“Curly” — Ünïcode", ["own:“Curly” — Ünïcode"]),
        ("我在Berlin Mitte", ["我在", "berlin", "mitte"]),
        ("He met 李小龙 in town once", ["own:He met ", "李小", "小龙", "own: in town once"]),
    ],
    ids=["ascii", "latin", "mostly-unspaced", "mostly-spaced"],
)
def test_tokens_by_script(text: str, expected: list[str]) -> None:
    assert list(tokens(text, lambda piece: [f"own:{piece}"])) == expected


def test_letters_without_spaces_are_found_without_regex() -> None:
    scripts_pattern = scripts._patterns().run
    missed = [c for c in map(chr, (*range(0xD800), *range(0xE000, 0x110000))) if scripts_pattern.match(c)]
    assert len(missed) > 90_000
    assert [c for c in missed if not scripts._MAYBE_UNSPACED.match(c)] == []


@pytest.mark.parametrize("code", ["zh", "ja", "und", "en", "de"])
@pytest.mark.parametrize("text", ["那天刮风，2024年3月5日。", "アンナは London で絵を描いた。", "ภาษาไทย 5 คำ"])
def test_one_tokenizer_serves_weights_and_metrics(code: str, text: str) -> None:
    expected = words(text)
    for split in (split_words, split_letters, language(code).rouge_tokens, language(code).meteor_tokens):
        assert tuple(split(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("  \n ", []),
        ("No end", ["No end"]),
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("“Come.” (He came.) Then… nothing", ["“Come.”", "(He came.)", "Then…", "nothing"]),
        ("It was 3.50 in all.\nYes", ["It was 3.50 in all.", "Yes"]),
        ("他来了。我走了！真的吗？！是。", ["他来了。", "我走了！", "真的吗？！", "是。"]),
        ("他说。“走吧。”她走了。", ["他说。", "“走吧。”", "她走了。"]),
        ('他说："走吧。"然后走了。"来。"', ['他说："走吧。"', "然后走了。", '"来。"']),
        ("“走！”，他说。“好！”——她笑。", ["“走！”，他说。", "“好！”——她笑。"]),
        ("他来了!我走了?好", ["他来了!", "我走了?", "好"]),
        ("（见下。）【注。】完。", ["（见下。）", "【注。】", "完。"]),
        ("「行こう。」と言った。『はい！』って。次の日。", ["「行こう。」と言った。", "『はい！』って。", "次の日。"]),
        ("円周率は３．１４です．次", ["円周率は３．１４です．", "次"]),
        ("هل جاء؟نعم. «لماذا؟» انتهى!", ["هل جاء؟", "نعم.", "«لماذا؟»", "انتهى!"]),
        ("وہ آیا۔ وہ گیا۔", ["وہ آیا۔", "وہ گیا۔"]),
        ("वह आया। वह गया॥क्यों? हाँ।", ["वह आया।", "वह गया॥", "क्यों?", "हाँ।"]),
        ("Τι έγινε; Τίποτα. Ποιος\u037e Εγώ; α;β", ["Τι έγινε;", "Τίποτα.", "Ποιος\u037e", "Εγώ;", "α;β"]),
        ("One; two; three", ["One; two; three"]),
        ("«Кто?» — спросил он. Никто.", ["«Кто?»", "— спросил он.", "Никто."]),
        ("Նա եկավ։ Նա գնաց։", ["Նա եկավ։", "Նա գնաց։"]),
        ("እሱ መጣ። ሄደ።", ["እሱ መጣ።", "ሄደ።"]),
        ("គាត់មក។គាត់ទៅ។", ["គាត់មក។", "គាត់ទៅ។"]),
        ("သူလာ။သူသွား။", ["သူလာ။", "သူသွား။"]),
        ("Really‼ Yes.", ["Really‼", "Yes."]),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert list(sentences(text)) == expected


@given(st.text(alphabet="a。．.!?！”“\"'」と ;α\n…、", max_size=40))
def test_sentences_keep_all_text(text: str) -> None:
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())


@pytest.mark.parametrize("code", LANGUAGES)
def test_sentences_are_as_many_as_counted_by_hand(code: str) -> None:
    for row in accounts(code):
        found = language(code).sentences(row["text"])
        assert len(found) == int(row["sentences"]), found


@pytest.mark.parametrize("code", [*WITHOUT_SPACES, "ar", "hi"])
def test_sentence_ends_do_not_depend_on_the_language_code(code: str) -> None:
    for row in accounts(code):
        assert language("en").sentences(row["text"]) == language(code).sentences(row["text"])


@pytest.mark.parametrize("code", LANGUAGES)
def test_weights_are_measured(code: str) -> None:
    graph = build(story(code))
    assert (graph.same_event.weight != graph.corpus.profile.floor).mean() > 0.7
    assert graph.same_event.weight.mean() > 0.15


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_narrative_is_no_random_one(code: str) -> None:
    graph = build(story(code))
    chosen = select_spans(graph, "taeg", {}).selected(7).tolist()
    assert all(chosen != select_spans(graph, "random", {"seed": seed}).selected(7).tolist() for seed in range(10))
    assert len(set(count_similar([row["text"] for row in accounts(code)], 0.1).tolist())) > 3


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_text_scores_1_against_itself(code: str) -> None:
    candidate = reference_of(story(code))
    text = candidate.subject.gold_text
    assert [rouge_n(text, text, n, code).f1 for n in (1, 2)] == [1.0, 1.0]
    assert rouge_l(text, text, code).f1 == 1.0
    assert meteor(text, text, code) == pytest.approx(1.0, abs=1e-4)
    assert (candidate.order.tau, candidate.order.disorder) == (pytest.approx(1.0), 0.0)
    assert candidate.order.aligned > 0.9


@pytest.mark.parametrize("code", LANGUAGES)
def test_narratives_are_scored(code: str) -> None:
    corpus = story(code)
    narrative = narrate(build(corpus), "taeg", {})
    candidate = Candidate(Subject(corpus), narrative, select_spans(build(corpus), "taeg", {}).selected(7))
    found = score(candidate, select())
    assert 0.3 < found["rouge1"] < 1
    assert 0 < found["rouge2"] < found["rouge1"]
    assert found["accuracy"] > 0
    assert 0.2 < found["coverage"] < 1


@pytest.mark.parametrize("code", WITHOUT_SPACES)
def test_a_wrong_language_code_changes_no_score(code: str) -> None:
    texts = [version.text for version in story(code).versions]
    gold = Subject(story(code)).gold_text
    for n in (1, 2):
        assert [rouge_n(t, gold, n, "en") for t in texts] == [rouge_n(t, gold, n, code) for t in texts]
    assert [meteor(t, gold, "en") for t in texts] == [meteor(t, gold, code) for t in texts]
    assert build(story(code)).same_event.equals(build(story(code, "en")).same_event)


@pytest.mark.parametrize("code", LANGUAGES)
def test_signatures_name_the_tokenizer(code: str) -> None:
    subject = Subject(story(code))
    named = {name for name, metric in select().items() if "unicode-words+bigrams" in metric.signature(subject)}
    assert named == ({*select()} if code in WITHOUT_SPACES else set())
    assert subject.unspaced == (code in WITHOUT_SPACES)
    mislabelled = Subject(story(code, "en"))
    if code in WITHOUT_SPACES:
        assert "|tokens:word_tokenize-english+bigrams|" in METRICS["meteor"].signature(mislabelled)
    marks = code in (*WITHOUT_SPACES, "ar", "hi")
    assert ("sentences:punkt-english+unicode|" in METRICS["tau"].signature(mislabelled)) == marks


@pytest.mark.parametrize(
    ("code", "labelled", "limits"),
    [
        ("zh", "", ["meteor: words in scripts without spaces are pairs of letters; only equal ones match"]),
        ("zh", "en", ["meteor: words in scripts without spaces are pairs of letters; only equal ones match"]),
        ("ru", "", ["meteor: no stems and synonyms are known for language 'ru'; only equal words match"]),
        (
            "ru",
            "en",
            [
                "language: the texts are said to be English, but only 0% of the letters of the reference are Latin, "
                "and ROUGE counts no others in English; ingest them again with --language"
            ],
        ),
        ("el", "de", []),
    ],
)
def test_limits_of_metrics_are_reported(code: str, labelled: str, limits: list[str]) -> None:
    found, left_out = available(Subject(story(code, labelled)), select(["rouge1", "meteor"]))
    assert left_out == limits
    assert list(found) == ["rouge1", "meteor"]


@pytest.mark.parametrize(("code", "labelled", "warned"), [("zh", "en", True), ("ru", "de", True), ("ru", "ru", False)])
def test_a_language_of_other_letters_is_reported(code: str, labelled: str, warned: bool) -> None:
    problems = Problems()
    ingest.read(str(STORIES / code), language=labelled, problems=problems)
    message = f"the language is {labelled!r}, but only 0% of the letters are Latin; correct the language"
    assert (message in problems.remarks) == warned


def test_other_texts_have_no_such_letters() -> None:
    corpus = replace(story("ru"), language="en")
    assert not any(has_unspaced(version.text) for version in corpus.versions)
    assert not Subject(corpus).unspaced
