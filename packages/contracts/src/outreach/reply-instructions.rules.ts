/** Finds where a text asks for a reply with a word, in English and Spanish, and for which purpose. */
import { keywordOf } from '../inbox/keywords.rules.ts'

/** One word or quoted phrase with which the text asks to reply. */
export interface Choice {
  /** The range of the word in the text, in UTF-16 units. */
  readonly from: number
  readonly to: number
  /** As the text has it. */
  readonly word: string
  /** "to cancel your visit" in "Reply CANCEL to cancel your visit"; null for none. */
  readonly own: string | null
  /** "To cancel your visit" in "To cancel your visit, reply CANCEL"; null for none. */
  readonly clause: string | null
  /** The whole words before the verb, such as "Unsubscribe:". */
  readonly before: string
  /** The purpose of a later choice of the same list: "to opt out" for STOP in "Reply STOP or END to opt out". */
  readonly shared: string | null
  /** The question that the sentence answers: "Can't come?" */
  readonly question: string | null
  /** The word follows the verb itself, and not another choice. */
  readonly isFirst: boolean
}

const STRONG =
  'reply|replying|respond|responding|text|texting|txt|txting|send|sending|responda|responde|respondan|responder|conteste|contesta|contestar|env[ií]e|env[ií]a|enviar|mande|manda'
/** Words that often stand in other sentences: "say yes to healthy teeth". The word after them must be marked. */
const WEAK = 'message|enter|use|say|saying|answer|answering|type|typing|write|writing|escriba|escribe|escribir|diga'
const FILLER = [
  'back|us|me|it|with|w/|using|just|only|either|simply|please|by text|via (?:text|sms)|message|messages|word|keyword',
  'the (?:single )?(?:words?|keyword|code|letters?|message|text)|an? (?:te?xt|message|reply)(?: message)?',
  'to (?:this|our|the) (?:te?xt|message|msg|sms|number)(?: message)?|to [\\d(+][\\d() +-]{3,17}\\d',
  'con|solo|nos|una?|la (?:palabra|letra|clave)|las palabras|a este (?:mensaje|texto|n[uú]mero)|al \\d{4,}',
].join('|')
const QUOTE = '["\'“”„‘’«»‹›*_`\\[(]'
const START = '(?<![\\p{L}\\p{N}])'
const END = '(?![\\p{L}\\p{N}])'

const VERB_LEAD = new RegExp(
  `${START}(?:(?<strong>${STRONG})|${WEAK})(?:\\s+(?:${FILLER})${END})*(?:\\s*[:=>→–-]+)?\\s*(?:${QUOTE}|\\{\\{\\s*\\w+\\s*\\|\\s*)*$`,
  'iu',
)
const LIST_LEAD = new RegExp(
  `(?:[,;/|(&+]|${START}(?:or|and|o|y|u|e))\\s*(?:please\\s+|por favor\\s+)?${QUOTE}*$`,
  'iu',
)
const NOTHING_LEAD = new RegExp(`^[\\s•>–—.\\d)-]*${QUOTE}*$`, 'u')
const ANY_VERB = new RegExp(`${START}(?:${STRONG}|${WEAK})${END}`, 'iu')
const WORD =
  /(?<![\p{L}\p{N}]|[\p{L}\p{N}]['’-])(?:stop\s?all|opt[\s-]?out|\p{L}+)(?![\p{L}\p{N}]|['’-][\p{L}\p{N}])/giu

const PURPOSE = [
  '(?:to|2)(?!\\s*[\\d(+])(?=\\s*\\p{L})|for|4(?=\\s*\\p{L})|if|when|para|por|si|cuando',
  '(?:and|so) (?:we|i|you|it|your|our|that|someone|a)|y (?:le|les|lo|la|su|nos)',
].join('|')
const PURPOSE_NEXT = new RegExp(`^\\s*(?:(?:${PURPOSE})${END}|[=:→–-]+\\s*\\p{L})`, 'iu')
const PURPOSE_FROM = new RegExp(`${START}(?:${PURPOSE})${END}.*$`, 'isu')
const ALONE_NEXT = /^\s*(?:(?:to|2)(?!\s*[\d(+])|for|4|if|para|si)\s*\p{L}/iu
/** Signs of a menu: "CANCEL = cancel the visit". */
const SIGN_FROM = /^\s*[=:→–-]+\s*(?=\p{L})(.*)$/su
const NUMBER_NEXT = /^\s*to\s*[\d(+]/i
const END_NEXT =
  /^\s*(?:$|[.,;:!?)/|&]|(?:or|and|o|y|u|e|please|now|today|back|any ?time|at any time|por favor|ahora|within|by|with)(?![\p{L}\p{N}]))/iu
const CAPS_NEXT = /^\s+(?!TO\b|OR\b|AND\b|IF\b|FOR\b|PARA\b|SI\b)\p{Lu}{2,}(?!\p{L})/u
const SEPARATOR = /[,;/|]|(?<![\p{L}\p{N}])(?:or|and|o|y|u)(?![\p{L}\p{N}])/iu
/** The beginning of another choice that follows without a comma: "STOP to cancel HELP for help". */
const NEXT_CHOICE = /\s(?=\p{Lu}{1,11}\s+(?:to|for|if|para|si|=)(?!\p{L}))/u
/** A clause that says for what the word is: "To cancel your visit," or "If you can't come,". */
const CLAUSE = new RegExp(`(?:^|[,;:.!?(]|\\b(?:or|and|y|o)\\b)\\s*(?:please\\s+)?(?=(?:${PURPOSE})${END})`, 'giu')

interface Sentence {
  readonly start: number
  readonly text: string
  readonly isQuestion: boolean
}

const SENTENCE_END = /(?<!\b(?:dr|drs|mr|mrs|ms|st|sr|sra|dra))[.!?…]+(?=[\s"'”’)]|$)|[!?]+(?=[^\s\d.,!?])|\n+/giu

function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let start = 0
  for (const { 0: sign, index } of text.matchAll(SENTENCE_END)) {
    sentences.push({ start, text: text.slice(start, index), isQuestion: sign.includes('?') })
    start = index + sign.length
  }
  return [...sentences, { start, text: text.slice(start), isQuestion: false }]
}

interface Found {
  readonly at: number
  readonly end: number
  readonly word: string
  /** The index of the verb in the sentence; null if the word follows another choice or stands alone. */
  readonly verbAt: number | null
}

/** A purpose begins within so many characters after the word: "STOP at any time to opt out". */
const NEAR = 30
/** More characters before a word than any verb with its fillers has. */
const REACH = 140

export function choicesIn(text: string): Choice[] {
  let hasAsked = false
  return sentencesOf(text).flatMap((sentence, place, all) => {
    const found = foundIn(sentence.text, hasAsked)
    hasAsked ||= ANY_VERB.test(sentence.text)
    const previous = all[place - 1]
    const question = previous?.isQuestion ? previous.text : null
    return found.map((one, nth) => choiceOf(one, { sentence, question, found, nth }))
  })
}

function foundIn(sentence: string, hasAsked: boolean): Found[] {
  const isShouted = !/\p{Ll}/u.test(sentence)
  const found: Found[] = []
  const verbAt = sentence.search(ANY_VERB)
  for (const { 0: word, index: at } of sentence.matchAll(WORD)) {
    const end = at + word.length
    const before = sentence.slice(Math.max(0, at - REACH), at)
    const verb = VERB_LEAD.exec(before)
    const isList = LIST_LEAD.test(before)
    const isStart = NOTHING_LEAD.test(before)
    if (verb === null && !isList && !isStart) continue
    const isQuoted = new RegExp(`${QUOTE}$`, 'u').test(before)
    const isMarked = isQuoted || (!isShouted && word === word.toUpperCase())
    const after = sentence.slice(end).replace(/^["'“”‘’«»‹›*_`\])}]+/u, '')
    if (!isQuoted && isMarked && CAPS_NEXT.test(after)) continue
    const hasPurpose = PURPOSE_NEXT.test(after)
    const isWhole = hasPurpose || END_NEXT.test(after) || NUMBER_NEXT.test(after)
    const isAsked =
      verb !== null
        ? isMarked || (verb.groups?.strong !== undefined && isWhole)
        : isList && verbAt >= 0 && verbAt < at
          ? isMarked || hasPurpose || after.trim() === ''
          : isAlone(word, { isMarked, after, hasAsked })
    if (!isAsked) continue
    found.push({ at, end, word, verbAt: verb === null ? null : at - (before.length - verb.index) })
  }
  return found
}

/** "CANCEL to cancel" without a verb, or a line of a menu below "Reply:". */
function isAlone(
  word: string,
  { isMarked, after, hasAsked }: { readonly isMarked: boolean; readonly after: string; readonly hasAsked: boolean },
): boolean {
  if (!isMarked || !(keywordOf(word) !== null || /^[CR]$/.test(word))) return false
  return SIGN_FROM.test(after) ? hasAsked || after.trimStart().startsWith('=') : ALONE_NEXT.test(after)
}

interface Place {
  readonly sentence: Sentence
  readonly question: string | null
  readonly found: readonly Found[]
  readonly nth: number
}

function choiceOf({ at, end, word, verbAt }: Found, { sentence, question, found, nth }: Place): Choice {
  const next = found[nth + 1]
  const rest = sentence.text.slice(end, next?.verbAt ?? next?.at)
  const first = found.slice(0, nth + 1).findLast((one) => one.verbAt !== null)
  const lead = first?.verbAt ?? null
  const previousEnd = found.slice(0, first === undefined ? 0 : found.indexOf(first)).at(-1)?.end ?? 0
  const before = lead === null ? '' : sentence.text.slice(previousEnd, lead)
  return {
    from: sentence.start + at,
    to: sentence.start + end,
    word,
    own:
      next !== undefined && isPurposeOf(next, { rest, sentence: sentence.text, after: found[nth + 2] })
        ? null
        : ownPurpose(rest),
    clause: clauseIn(before),
    before,
    shared: sharedPurpose(sentence.text.slice(end)),
    question,
    isFirst: verbAt !== null,
  }
}

/** "STOP 4 more tones txt MORE": the purpose belongs to MORE, which has none behind it. */
function isPurposeOf(
  next: Found,
  { rest, sentence, after }: { readonly rest: string; readonly sentence: string; readonly after: Found | undefined },
): boolean {
  return next.verbAt !== null && !SEPARATOR.test(rest) && ownPurpose(sentence.slice(next.end, after?.at)) === null
}

/** The purpose of this word alone: it ends where another choice begins. */
function ownPurpose(rest: string): string | null {
  const cut = rest.split(NEXT_CHOICE, 1)[0] ?? ''
  const sign = SIGN_FROM.exec(cut.replace(/^["'”’»›*_`\])}]+/u, ''))?.[1]
  if (sign !== undefined) return sign.split(SEPARATOR, 1)[0] ?? null
  // The "and" of "and we cancel it" begins the purpose itself.
  const joined = PURPOSE_NEXT.exec(cut)
  if (joined) return joined[0] + (cut.slice(joined[0].length).split(SEPARATOR, 1)[0] ?? '')
  const later = PURPOSE_FROM.exec(cut.split(SEPARATOR, 1)[0] ?? '')
  return later === null || later.index > NEAR ? null : later[0]
}

function sharedPurpose(rest: string): string | null {
  return PURPOSE_FROM.exec(rest)?.[0].split(/[,;]/, 1)[0] ?? null
}

function clauseIn(before: string): string | null {
  const last = [...before.matchAll(CLAUSE)].at(-1)
  return last ? before.slice(last.index + last[0].length) : null
}

/** The clause up to its first verb: "To be removed" of "To be removed send GET TXT STOP". */
export function untilVerb(clause: string): string {
  return clause.split(ANY_VERB, 1)[0] ?? ''
}
