/**
 * The guard of texts to patients: finds instructions to reply with a word by which the carrier opts the patient out of all
 * texts, and proposes another wording. Reminders, campaigns, templates, canned messages and automatic texts ask it.
 */
import { keywordOf, optOutKeywords } from '../inbox/keywords.rules.ts'

export interface Collision {
  /** The range of the word in the text, in UTF-16 units. */
  readonly from: number
  readonly to: number
  /** As the text has it. */
  readonly word: string
  readonly message: string
  /** The whole text with another word in its place. */
  readonly proposal: string
}

const VERBS =
  'reply|replying|text|texting|txt|send|sending|respond|answer|type|write|responda|conteste|envie|envíe|escriba|mande'
const KEYWORD = optOutKeywords.join('|')
/** An instruction ends at the end of its sentence. */
const INSTRUCTION = new RegExp(`\\b(?:${VERBS})\\b[^.!?\\n]{0,120}`, 'giu')
/** The word itself, behind the verb or behind another choice. */
const CHOICE = new RegExp(
  `(?<before>\\b(?:${VERBS})(?:\\s+(?:with|back|the word|con|la palabra|us|me))*\\s*[:,]?\\s+|\\b(?:or|o|and|y)\\s+|[,/(]\\s*)(?<quote>["'“‘«]?)(?<word>${KEYWORD})(?!\\p{L})`,
  'giu',
)
/** Opting out is what these instructions are for. */
const OPTS_OUT =
  /\b(?:opt(?:ing)?[\s-]?out|unsubscribe|(?:stop|end|quit|cancel|leave|no more|fewer)\b.{0,30}\b(?:te?xts?|msgs?|messages?|messaging|alerts?|sms|notifications?|service|subscription|updates?|reminders?|list|receiving|program)|remove|opt-out|dejar de recibir|no recibir|darse de baja|para (?:parar|salir))\b/i
/** These words are known to opt out; an instruction without a purpose means that. */
const KNOWN = /^(?:stop|stopall|stop all|unsubscribe|optout|opt out)$/i
const ABOUT_VISIT = /\b(?:visit|appointment|appt|booking|reschedul\w*|decline|another time|cita|reagendar|cambiar)\b/i

export function collisionsIn(text: string): readonly Collision[] {
  const found: Collision[] = []
  for (const instruction of text.matchAll(INSTRUCTION)) {
    for (const choice of instruction[0].matchAll(CHOICE)) {
      const { before = '', quote = '', word = '' } = choice.groups ?? {}
      const start = choice.index + before.length + quote.length
      const isMarked = quote !== '' || word === word.toUpperCase() || new RegExp(`^(?:${VERBS})`, 'iu').test(before)
      const purpose = instruction[0].slice(start + word.length)
      if (!(isMarked || /^\s*(?:$|to\b|para\b|if\b|si\b)/i.test(purpose)) || isOptOut(word, purpose)) continue
      const from = instruction.index + start
      if (found.some((other) => other.from === from)) continue
      const to = from + word.length
      found.push({ from, to, word, message: messageOf(word, text), proposal: replaced(text, from, to) })
    }
  }
  return found
}

function isOptOut(word: string, purpose: string): boolean {
  // "Reply C to confirm, STOP to opt out": the purpose ends where the next choice begins.
  const own = purpose.split(/[,;/]|\b(?:or|and|o|y)\b/i, 1)[0] ?? ''
  if (OPTS_OUT.test(own)) return true
  return KNOWN.test(word) && !ABOUT_VISIT.test(own)
}

function messageOf(word: string, text: string): string {
  return `${word.toUpperCase()} stops all texts at the carrier. Ask for ${insteadIn(text)} instead.`
}

/** The first letter that the text does not ask for already; none of them is a keyword. */
function insteadIn(text: string): string {
  const taken = new Set([...text.matchAll(/(?<![\p{L}\p{N}'])\p{Lu}(?![\p{L}\p{N}'])/gu)].map(([letter]) => letter))
  return ['R', 'N', 'X', 'Q', 'Z'].find((letter) => !taken.has(letter) && keywordOf(letter) === null) ?? 'NO'
}

function replaced(text: string, from: number, to: number): string {
  const proposal = `${text.slice(0, from)}${insteadIn(text)}${text.slice(to)}`
  const [next] = collisionsIn(proposal)
  return next === undefined ? proposal : next.proposal
}
