/** Splits a patient's reply into clauses of plain words, with marks in the places of names, days and times. */
import { foldName } from '../fold.rules.ts'
import { type Fact, factsIn } from './reply-facts.rules.ts'
import { type KnownName, marked } from './reply-people.rules.ts'

export interface Part {
  /** Lower case without accents and short forms, with blanks between words; `#0` is a name, `#w` or `#s` a day or a time. */
  readonly words: string
  /** The characters that belong to no word. */
  readonly signs: string
  readonly facts: readonly Fact[]
  /** The index of the name by which the writer introduces themselves; null if they don't here. */
  readonly introduces: number | null
}

const KIN = 'mom|mother|mum|mama|mami|dad|father|papa|wife|husband|parent|guardian|daughter|son|sister|brother'
const INTRODUCTION = new RegExp(
  `^(?:(?:hi|hello|hola)(?: there)? )?(?:(?:this is|it is|i am|my name is|soy|es|habla|le habla|me llamo|soy la mama de|soy el papa de) #(\\d+)(?: (?:here|speaking|${KIN}))*|#(\\d+) (?:here|speaking))(?= |$)`,
)

/** Splits at punctuation, line breaks, and, but, pero, and a y between words. A time such as 9:30 stays whole. */
export function partsOf(text: string, names: readonly KnownName[]): Part[] {
  return piecesOf(tidied(text)).flatMap((piece, index) => {
    const signs = piece.replace(/[\p{L}\p{N}\p{M}\s]/gu, '')
    return clausesOf(marked(wordsOf(piece), names), index === 0).map((clause): Part => {
      const introduction = /[?¿]/.test(signs) ? null : clause.match(INTRODUCTION)
      const { words, facts } = factsIn(introduction ? clause.slice(introduction[0].length).trim() : clause)
      const who = introduction?.[1] ?? introduction?.[2]
      return { words, signs, facts, introduces: who === undefined ? null : Number(who) }
    })
  })
}

/** "11/26" as it is written in the United States. */
const DATE = /(?<![\d/])(\d{1,2})\/(\d{1,2})(?:\/(?:20)?\d{2})?(?![\d/])/g
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** "Yes, it is" is one answer. */
const SHORT_ANSWER =
  /^\s*(yes|yeah|yep|yup)\s*[,.!]+\s*(?=(?:(?:i|we|it|that|he|she|they|both) (?:do|does|am|are|is|can|will)|that'?s it)[\s.!]*$)/i

/** Emoticons become pictures, and full stops that end no sentence go. */
function tidied(text: string): string {
  return text
    .replace(/[’‘`´]/g, "'")
    .replace(/(?<!\p{L})(?::|=)-?[)\]D]+(?!\p{L})/gu, '🙂')
    .replace(/(?<!\p{L})[;:=]'?-?[()[\]/\\|](?!\p{L})/gu, '🙁')
    .replace(/<3+/g, '❤')
    .replace(/(\d)[.:](\d)/g, '$1:$2')
    .replace(DATE, (found, month: string, day: string) => {
      const name = MONTHS[Number(month) - 1]
      return name === undefined ? found : ` ${name} ${day} `
    })
    .replace(/\b([ap])\.\s?m\b\.?/gi, '$1m')
    .replace(/\b(drs?|mrs?|ms|sra?)\./gi, '$1')
    .replace(SHORT_ANSWER, '$1 ')
    .replace(/^\s*(?:so )?(?:sorry|perd[oó]n|disculpe)\s*[,.!]+\s*(?=\S)/i, '')
}

/** Signs without a word belong to the words before them: "Ok...?" asks. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (const piece of text.split(/(?<=[?!])(?![?!])|[,.;\n]+|\s[-–—]+\s|[–—]/)) {
    if (piece.trim() === '') continue
    const last = pieces.at(-1)
    if (last !== undefined && !/[\p{L}\p{N}]/u.test(piece)) pieces[pieces.length - 1] = `${last} ${piece}`
    else pieces.push(piece)
  }
  return pieces
}

const MEMBER = '(?:#\\d+|me|myself|i|mi|yo)'
const CONJUNCTION = new RegExp(
  `(?:(?<!(?:^| )${MEMBER}) (?:and|y|e|plus) | (?:and|y|e|plus) (?!${MEMBER}(?: |$)))|(?:^| )(?:but|pero|however|although|aunque)(?: |$)`,
)

/** "Rosalind and Elias" stays one; other conjunctions begin a clause. */
function clausesOf(words: string, isFirst: boolean): string[] {
  const clauses = words
    .replace(/(?<= )&(?= )/g, 'and')
    // "Yes, but" leaves something unsaid.
    .replace(/ (?:but|pero)$/, ' but unless')
    .split(CONJUNCTION)
  const spoken = clauses.map((clause, index) => {
    // "Y thanks" begins with a yes.
    const own = isFirst && index === 0 ? clause : clause.replace(/^(?:and|y) /, '')
    return own.replace(/ and$/, '').trim()
  })
  // A picture alone has no words.
  return spoken.length === 1 ? spoken : spoken.filter((clause) => clause !== '')
}

const SUBJECT_VERB =
  'be|see|come|attend|make|do|keep|confirm|go|try|let|call|show|definitely|certainly|also|still|both|all|arrive|take|get|have|need|not|for sure'
const SHORT_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\b(i|we|you|he|she|they|it|that|this|there)'ll\b/g, '$1 will'],
  [/\b(i|we|you|he|she|they|it|that|this)'d\b/g, '$1 would'],
  [/\b(we|you|they)'re\b/g, '$1 are'],
  [/\b(i|we|you|they)'ve\b/g, '$1 have'],
  [/\bi'm\b/g, 'i am'],
  [/\b(it|that|this|he|she|there|what|who|when|where|how|everything|everyone)'s\b/g, '$1 is'],
  [/'/g, ''],
]
/** As people type without apostrophes, and other forms of one word. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/\bim\b/g, 'i am'],
  [/\bive\b/g, 'i have'],
  [/\bid (?=like|love)/g, 'i would '],
  [new RegExp(`\\bill (?=${SUBJECT_VERB}\\b)`, 'g'), 'i will '],
  [/\bwell (?=be|see|come|attend|make|both|all)/g, 'we will '],
  [/\bhell (?=be|come|attend|make)/g, 'he will '],
  [/\bshell (?=be|come|attend|make)/g, 'she will '],
  [/\btheyll\b/g, 'they will'],
  [/\b(it|that)ll\b/g, '$1 will'],
  [/\bthatd\b/g, 'that would'],
  [/\b(it|that|he|she|everything)s\b/g, '$1 is'],
  [/\b(you|they)re\b/g, '$1 are'],
  [/^were (?=(?:both |all )?(?:good|coming|attending|going|in)\b)/g, 'we are '],
  [/\br u\b/g, 'are you'],
  [/\b(?:c|see) ?(?:u|ya)\b|\b(?:cu|cya)\b/g, 'see you'],
  [/\bu\b/g, 'you'],
  [/\bc you\b/g, 'see you'],
  [/\b(?:appt|apt|apmt|appointmnt|appoinment|apointment)(s?)\b/g, 'appointment$1'],
  [/\bsound (?=good|great|perfect|fine)/g, 'sounds '],
  [/\b(?:pls|plz|plse)\b/g, 'please'],
  [/\bye+s+h?\b/g, 'yes'],
  [/\byea+h*\b/g, 'yeah'],
  [/\byu+p+\b/g, 'yup'],
  [/\byep+\b/g, 'yep'],
  [/\bo+k+\b/g, 'ok'],
  [/\bsi+p?\b/g, 'si'],
  [/\b(?:gud|gr8)\b/g, 'good'],
  [
    /\b(?:and )?(?:you )?(?:have a|enjoy (?:your|the)) (?:very |really )?(?:(?:nice|good|great|lovely|blessed|wonderful|happy) )?(?:day|one|morning|afternoon|evening|night|weekend|week|rest of your day)(?: (?:too|as well|everyone))?\b|\b(?:que )?(?:tengan?|pasen?|tenga usted) (?:un |una )?(?:buen|buena|lindo|linda|bonito|bonita|feliz|excelente) (?:dia|tarde|noche|fin de semana)\b|\bgood night\b/g,
    'bye',
  ],
  [
    /\b(?:good|happy) (?:morning|afternoon|evening|day)\b|\b(?:muy )?buen(?:[oa]s?)? (?:dias?|tardes?|noches?)\b|\bhi there\b|\bhello there\b/g,
    'hi',
  ],
]

function wordsOf(piece: string): string {
  const words = SHORT_FORMS.reduce((text, [form, long]) => text.replace(form, long), foldName(piece))
    .replace(/[^\p{L}\p{N}:&]+/gu, ' ')
    .replace(/(?<!\d):|:(?!\d)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return FORMS.reduce((text, [form, long]) => text.replace(form, long), words)
}
