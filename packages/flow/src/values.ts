/** Numbers, phone numbers, e-mail addresses and names in what a patient writes. */
import type { Understood } from './understood.ts'
import { core, negates, numberWord, plain, wordsIn } from './words.ts'
import { saysYesOrNo } from './yes-no.ts'

const NUMERAL = /(?<![\p{L}\d.,])[-−]?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,15}(?:\.\d+)?)(?![\d])/gu

export function understandNumber(text: string, min: number | undefined, max: number | undefined): Understood {
  const words = wordsIn(core(plain(text)))
  const numerals = [...text.matchAll(NUMERAL)].map(([numeral]) => Number(numeral.replace('−', '-').replaceAll(',', '')))
  const digitsLeft = /\d/.test(text.replace(NUMERAL, ''))
  const spelled = spelledNumbers(words)
  const found = [...numerals, ...spelled]
  const [number, ...others] = found
  if (others.length > 0) return { nothing: 'several' }
  if (number === undefined || digitsLeft || !Number.isFinite(number)) return { nothing: 'unclear' }
  if (words.some(negates)) return { nothing: 'negated' }
  if (min !== undefined && number < min) return { nothing: 'tooLow' }
  if (max !== undefined && number > max) return { nothing: 'tooHigh' }
  return { heard: number }
}

/** "twenty five", "treinta y cinco" and "one hundred" are one number each. */
function spelledNumbers(words: readonly string[]): number[] {
  const found: number[] = []
  let [current, isOpen, last] = [0, false, 0]
  for (const [at, word] of words.entries()) {
    const value = numberWord(word)
    if (value === undefined) {
      const joins = (word === 'y' || word === 'and') && isOpen && numberWord(words[at + 1] ?? '') !== undefined
      if (!joins && isOpen) found.push(current)
      if (!joins) isOpen = false
      continue
    }
    // "un refill" and "una pastilla" count one; "a hundred" counts a hundred.
    if (isOpen && value === 100) current = Math.max(1, current) * 100
    else if (isOpen && last >= 20 && value < (last >= 100 ? 100 : 10)) current += value
    else {
      if (isOpen) found.push(current)
      current = value
    }
    ;[isOpen, last] = [true, value]
  }
  return isOpen ? [...found, current] : found
}

const PHONE = /(?<![\d+])(?:\+?1[\s.-]*)?\(?([2-9]\d{2})\)?[\s./-]*([2-9]\d{2})[\s./-]*(\d{4})(?!\d)/g

export function understandPhone(text: string): Understood {
  const found = [...text.matchAll(PHONE)].map(([, area, exchange, line]) => `+1${area}${exchange}${line}`)
  const numbers = [...new Set(found.length > 0 ? found : spaced(text))]
  if (numbers.length > 1) return { nothing: 'several' }
  const [number] = numbers
  if (number !== undefined) return { heard: number }
  return { nothing: /\d/.test(text) ? 'invalid' : 'unclear' }
}

/** Digits with a blank between any of them. */
function spaced(text: string): string[] {
  const digits = text.replace(/[\s().-]/g, '')
  const [, ten] = /^(?:\+?1)?([2-9]\d{2}[2-9]\d{6})$/.exec(digits) ?? []
  return ten === undefined ? [] : [`+1${ten}`]
}

const EMAIL = /[a-z0-9._%+'-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}(?![a-z0-9@-])/gi

export function understandEmail(text: string): Understood {
  const joined = text.replace(/\s*@\s*/g, '@').replace(/\s+\.\s*(?=[a-z]{2,24}\b)/gi, '.')
  const spoken = joined.includes('@')
    ? joined
    : joined.replace(/\s+(?:at|arroba)\s+/gi, '@').replace(/\s+(?:dot|punto)\s+/gi, '.')
  const whole = spoken.includes('@') ? spoken.replace(/\s+(?:dot|punto)\s+/gi, '.') : spoken
  const found = [
    ...new Set([...whole.matchAll(EMAIL)].map(([address]) => address.toLowerCase().replace(/^[.'-]+/, ''))),
  ]
  if (found.length > 1) return { nothing: 'several' }
  const [address] = found
  if (address === undefined || address.includes('..') || address.includes('.@'))
    return { nothing: text.includes('@') ? 'invalid' : 'unclear' }
  return { heard: address }
}

const NAME_LEAD =
  /^(?:(?:hi|hello|hey|hola|yes|si|sí|sure|ok|okay|buenas|buenos d[ií]as|buenas tardes)[\s,.!]+)?(?:(?:my (?:full )?name is|my name(?:'|’)?s|name is|the name is|name:|i am|i'm|i’m|im|this is|it is|it's|it’s|its|call me|you can call me|me llamo|mi nombre completo es|mi nombre es|nombre:|soy|ll[aá]mame|es)\s+)?/i
const NAME = /^\p{L}[\p{L}\p{M}.'’-]*(?:[ ,]+[\p{L}\p{M}][\p{L}\p{M}.'’-]*){0,5}$/u
const NAME_MAX = 80
const NO_NAMES =
  /^(?:why|what|who|when|where|how|huh|help|stop|hello|hi|hey|hola|none|nobody|no one|idk|dont know|i dont know|not telling|test|agent|person|human|menu|thanks|thank you|gracias|por ?que|que|quien|cuando|donde|nadie|ayuda|persona|ok|okay|sure|later|maybe|anonymous|same|mine|me|yo|sick|in pain|enferm[oa]|here|aqui|new|nuev[oa]|a new patient|the patient|patient|paciente)$/

export function understandName(text: string): Understood {
  const said = text.replace(/\s+/g, ' ').trim()
  if (/\d|[@?¿]/.test(said)) return { nothing: 'invalid' }
  const name = said
    .replace(NAME_LEAD, '')
    .replace(/[\s,.!]+(?:please|thanks|thank you|por favor|gracias)[\s,.!]*$/iu, '')
    .replace(/[\s,!]+$/u, '')
    .replace(/(?<!\b(?:jr|sr))\.$/iu, '')
    .trim()
  const words = plain(name)
  if (name === '' || name.length > NAME_MAX || !NAME.test(name)) return { nothing: 'unclear' }
  if (NO_NAMES.test(words) || saysYesOrNo(name) !== null) return { nothing: 'unclear' }
  const [first = ''] = wordsIn(words)
  return negates(first) || /^(?:looking|calling|trying|having|not)$/.test(first)
    ? { nothing: 'unclear' }
    : { heard: name }
}
