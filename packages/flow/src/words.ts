/** The forms in which patients' words are compared: English and Spanish, always both. */
import { fold } from '@foyer/contracts/fold.rules.ts'

/** More of a text is not read. */
export const READ_MAX = 500

const THUMBS_UP = /\p{Emoji_Presentation}|👍|👌|✅|✔/gu
const UP = new Set(['👍', '👌', '✅', '✔', '💯', '🙌'])
const DOWN = new Set(['👎', '❌', '🚫'])

/** Lower case without accents, apostrophes and punctuation; thumbs are `yes` and `no`, other emoji are dropped. */
export function plain(text: string): string {
  const said = text
    .slice(0, READ_MAX)
    .replace(/[\u{1F3FB}-\u{1F3FF}\uFE0F]/gu, '')
    .replace(THUMBS_UP, (sign) => (UP.has(sign) ? ' yes ' : DOWN.has(sign) ? ' no ' : ' '))
    .replace(/['’‘`´ʼ]/g, '')
  return fold(said)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

export function wordsIn(text: string): string[] {
  return text === '' ? [] : text.split(' ')
}

const phrases = (list: string) => list.trim().split(/\s*\|\s*/)

/** Words around an answer that say nothing of it, each with the space that parts it, the longest first. */
const BEFORE = phrases(`
  hi | hello | hey | hola | buenas | buenos dias | buenas tardes | um | uh | well | pues | bueno | so | i think | creo que | creo | i guess | maybe just |
  i would like to | i would like | id like to | id like | i want to | i want | i need to | i need | i wanna | i choose | i pick | ill take | ill go with | i will take | ill have |
  can i | could i | may i | i am looking to | im looking to | let me | lets do | lets go with | give me | its | it is | thats | make it | about | around | approximately | like | only | just |
  quiero | quisiera | necesito | me gustaria | deseo | prefiero | escojo | elijo | puedo | podria | dame | deme | es | son | seria | como | mas o menos | unos | unas | solo | solamente | aproximadamente | my answer is | answer | respuesta | mi respuesta es
`)
  .map((one) => `${one} `)
  .toSorted((one, other) => other.length - one.length)
const BEHIND = phrases(`
  please | pls | plz | thanks | thank you | thx | ty | por favor | porfavor | gracias | muchas gracias | mil gracias | thank you so much | thanks a lot | sir | maam | option | one please
`)
  .map((one) => ` ${one}`)
  .toSorted((one, other) => other.length - one.length)

/** The text without greetings, "I would like to" and thanks around it; the text itself if nothing else is in it. */
export function core(text: string): string {
  let rest = text
  for (let isChanged = true; isChanged; ) {
    const lead = BEFORE.find((one) => rest.startsWith(one))
    if (lead !== undefined) rest = rest.slice(lead.length)
    const tail = BEHIND.find((one) => rest.endsWith(one))
    if (tail !== undefined) rest = rest.slice(0, -tail.length)
    isChanged = lead !== undefined || tail !== undefined
  }
  return rest
}

const ONES = phrases(
  'zero | one | two | three | four | five | six | seven | eight | nine | ten | eleven | twelve | thirteen | fourteen | fifteen | sixteen | seventeen | eighteen | nineteen',
)
const UNOS = phrases(
  'cero | uno | dos | tres | cuatro | cinco | seis | siete | ocho | nueve | diez | once | doce | trece | catorce | quince | dieciseis | diecisiete | dieciocho | diecinueve',
)
const TENS = phrases('twenty | thirty | forty | fifty | sixty | seventy | eighty | ninety')
const DECENAS = phrases('veinte | treinta | cuarenta | cincuenta | sesenta | setenta | ochenta | noventa')
const VEINTI = phrases(
  'veintiuno | veintidos | veintitres | veinticuatro | veinticinco | veintiseis | veintisiete | veintiocho | veintinueve',
)

const NUMBERS: ReadonlyMap<string, number> = new Map([
  ...ONES.map((word, at) => [word, at] as const),
  ...UNOS.map((word, at) => [word, at] as const),
  ...VEINTI.map((word, at) => [word, at + 21] as const),
  ...[...TENS, ...DECENAS].map((word, at) => [word, ((at % 8) + 2) * 10] as const),
  ...(['hundred', 'cien', 'ciento'] as const).map((word) => [word, 100] as const),
  ['un', 1],
  ['una', 1],
])

export function numberWord(word: string): number | undefined {
  return NUMBERS.get(word)
}

const ORDINALS = [
  phrases('first | second | third | fourth | fifth | sixth | seventh | eighth | ninth | tenth | eleventh | twelfth'),
  phrases(
    'primero | segundo | tercero | cuarto | quinto | sexto | septimo | octavo | noveno | decimo | undecimo | duodecimo',
  ),
  phrases(
    'primera | segunda | tercera | cuarta | quinta | sexta | septima | octava | novena | decima | undecima | duodecima',
  ),
  phrases('primer | | tercer'),
  phrases('1st | 2nd | 3rd | 4th | 5th | 6th | 7th | 8th | 9th | 10th | 11th | 12th'),
  phrases('1ro | 2do | 3ro | 4to | 5to | 6to | 7mo | 8vo | 9no | 10mo'),
  phrases('1ra | 2da | 3ra | 4ta | 5ta | 6ta | 7ma | 8va | 9na | 10ma'),
]
const PLACES: ReadonlyMap<string, number> = new Map(
  ORDINALS.flatMap((words) => words.map((word, at) => [word, at + 1] as const)).filter(([word]) => word !== ''),
)

/** The place that an ordinal word names, from 1. */
export function placeWord(word: string): number | undefined {
  return PLACES.get(word)
}

const NEGATIONS = new Set(
  phrases(
    'no | not | dont | doesnt | didnt | wont | cant | cannot | isnt | arent | never | none | neither | nor | without | except | nope | nah | nunca | jamas | tampoco | ninguno | ninguna | ningun | sin | nada | excepto',
  ),
)

export function negates(word: string): boolean {
  return NEGATIONS.has(word)
}

/** Words that options share and that tell none of them. */
const LITTLE = new Set(
  phrases(
    'a | an | the | my | our | your | me | i | im | we | to | for | of | in | on | at | with | about | and | or | is | it | that | this | some | need | want | would | like | have | get | do | can | please | one | un | una | unos | unas | el | la | los | las | lo | mi | mis | su | sus | tu | de | del | al | en | con | para | por | y | o | que | es | se | le | me | quiero | necesito | tengo | hacer | favor',
  ),
)

export function isLittle(word: string): boolean {
  return LITTLE.has(word)
}

/** One slip in a word of 4 to 7 letters, two in one from 8. A slip is a letter more, less, other or swapped with the next. */
export function isSlipOf(written: string, word: string): boolean {
  const most = word.length < 4 ? 0 : word.length < 8 ? 1 : 2
  if (most === 0 || Math.abs(written.length - word.length) > most || /\d/.test(written)) return false
  return slips(written, word) <= most
}

function slips(one: string, other: string): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + Number(!isSame),
      )
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        least = Math.min(least, (before[column - 2] ?? 0) + 1)
      next.push(least)
    }
    ;[before, last] = [last, next]
  }
  return last[other.length] ?? 0
}
