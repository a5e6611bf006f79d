/** Problems of the words of a campaign or a template, found while they are written and asked again at the launch. */
import { isBlank } from '../blank.rules.ts'
import { type CampaignProblem, problemOf } from '../campaign/problems.rules.ts'
import { MAIL_SUBJECT_MAX } from '../defaults.ts'
import { type Fallbacks, filledWords } from './field-values.rules.ts'
import { type FieldValues, fieldOf } from './fields.rules.ts'
import {
  forbiddenAddresses,
  LINKS_MAX,
  type LinkPolicy,
  linkProblem,
  linksIn,
  sampleShortLink,
  withLinks,
} from './links.rules.ts'
import { finishedMessage, longestOf } from './message.rules.ts'
import { placeholdersIn, strayBraces, withPlaceholders } from './placeholders.rules.ts'
import { collisionsIn } from './reply-words.rules.ts'
import { plainQuotes, segmentsOf, smartCharacters } from './segments.rules.ts'

export interface CheckedWords {
  readonly type: 'SMS' | 'email'
  readonly content: string
  /** Null for an SMS. */
  readonly subject: string | null
  /** The position of the step. */
  readonly step: number
  readonly clinicName: string
  readonly fallbacks: Fallbacks
  /** The details of a patient, real or invented, by which the length is judged. */
  readonly values: FieldValues
  readonly links: LinkPolicy
  /** `SHORT_LINK_URL`; null where links are not replaced. */
  readonly shortLinkUrl: string | null
}

/** In the order of their place; those about no part of the words come first. */
export function wordProblems(words: CheckedWords): CampaignProblem[] {
  const isSms = words.type === 'SMS'
  const subject = isSms ? [] : subjectProblems(words)
  if (isBlank(words.content)) {
    const message = isSms ? 'Write what the patient reads.' : 'Write the email.'
    return [...subject, { ...wholeOf('empty', words), message }]
  }
  const found = [...fieldProblems(words), ...linkProblems(words), ...(isSms ? smsProblems(words) : [])]
  return [...subject, ...tooLong(words), ...found].toSorted((one, other) => (one.from ?? -1) - (other.from ?? -1))
}

type Base = Pick<CampaignProblem, 'code' | 'level' | 'step' | 'from' | 'to'>
type Range = { readonly from: number; readonly to: number }

function wholeOf(code: CampaignProblem['code'], { step }: CheckedWords): Base {
  return { code, level: 'problem', step, from: null, to: null }
}

function partOf(code: CampaignProblem['code'], { step }: CheckedWords, { from, to }: Range): Base {
  return { code, level: 'problem', step, from, to }
}

function subjectProblems(words: CheckedWords): CampaignProblem[] {
  const subject = words.subject ?? ''
  if (isBlank(subject)) return [{ ...wholeOf('empty', words), message: 'Write a subject.' }]
  const unknown = unknownIn(subject).map(
    ({ name, message }): CampaignProblem => ({
      ...{ ...wholeOf('unknown_field', words), message: `In the subject: ${message}`, word: name },
    }),
  )
  const { length } = filledWords(subject, words.values, words.fallbacks).text
  const message = `The subject has ${length} characters: ${MAIL_SUBJECT_MAX} at most.`
  return length > MAIL_SUBJECT_MAX ? [...unknown, { ...wholeOf('too_long', words), message }] : unknown
}

function tooLong(words: CheckedWords): CampaignProblem[] {
  const { type, content, values, fallbacks, shortLinkUrl } = words
  const shortLink = shortLinkUrl === null ? null : () => sampleShortLink(shortLinkUrl)
  const { length } = finishedMessage({ type, words: content, values, fallbacks, shortLink }).text
  const most = longestOf(type)
  if (length <= most) return []
  const message = `${length.toLocaleString('en-US')} characters are too many: ${most.toLocaleString('en-US')} at most.`
  return [{ ...wholeOf('too_long', words), message }]
}

interface Unknown extends Range {
  readonly name: string
  readonly message: string
}

function unknownIn(text: string): Unknown[] {
  const unknown = placeholdersIn(text).filter(({ name }) => fieldOf(name) === undefined)
  const stray = strayBraces(text).map(({ from, to }) => ({ from, to, name: text.slice(from, to) }))
  return [
    ...unknown.map(({ from, to, name }) => ({ from, to, name, message: `{{${name}}} is not a field of this text.` })),
    ...stray.map((one) => ({ ...one, message: `${one.name} is not a field of this text.` })),
  ]
}

function fieldProblems(words: CheckedWords): CampaignProblem[] {
  return unknownIn(words.content).map(({ name, message, ...range }) => ({
    ...{ ...partOf('unknown_field', words, range), message, word: name },
  }))
}

/**
 * The content with the fallbacks of the campaign written into its placeholders, because patients read them too, and the place in
 * the content of a part of it.
 */
function withFallbacks({ content, fallbacks }: CheckedWords) {
  const others = new Map(Object.entries(fallbacks).map(([name, text]) => [fieldOf(name), text]))
  const grown: { readonly at: Range; readonly from: number; readonly to: number }[] = []
  let longer = 0
  const text = withPlaceholders(content, ({ name, fallback, from, to }) => {
    const other = fallback === null && fieldOf(name) !== undefined ? others.get(fieldOf(name)) : undefined
    if (other === undefined) return content.slice(from, to)
    const written = `{{${name}|${other.replace(/[{}]/g, ' ')}}}`
    grown.push({ at: { from: from + longer, to: from + longer + written.length }, from, to })
    longer += written.length - (to - from)
    return written
  })
  /** A part of a fallback is shown at its placeholder. */
  const placeOf = ({ from, to }: Range): Range => {
    const within = grown.find(({ at }) => from < at.to && to > at.from)
    if (within !== undefined) return { from: within.from, to: within.to }
    const before = grown.findLast(({ at }) => at.to <= from)
    const shift = before === undefined ? 0 : before.at.to - before.to
    return { from: from - shift, to: to - shift }
  }
  return { text, placeOf }
}

function linkProblems(words: CheckedWords): CampaignProblem[] {
  const { links: policy, values } = words
  const { text, placeOf } = withFallbacks(words)
  const links = linksIn(text)
  const booking = placeholdersIn(text).filter(({ name }) => fieldOf(name) === 'bookingLink')
  const refused = [...links, ...forbiddenAddresses(text)].map((link) => ({
    link,
    message: linkProblem(link.url, policy),
  }))
  const { bookingLink } = values
  const toBook = bookingLink === null ? null : linkProblem(bookingLink, policy)
  const refusedToBook = booking.map((link) => ({ link, message: toBook && `The booking page: ${toBook}` }))
  const beyond = [...links, ...booking].toSorted((one, other) => one.from - other.from)[LINKS_MAX]
  const many = beyond ? [{ link: beyond, message: `A message has ${LINKS_MAX} links at most.` }] : []
  return [...refused, ...refusedToBook, ...many].flatMap(({ link, message }) =>
    message === null ? [] : [{ ...partOf('bad_link', words, placeOf(link)), message }],
  )
}

function smsProblems(words: CheckedWords): CampaignProblem[] {
  const { content, step } = words
  const { text, placeOf } = withFallbacks(words)
  const collides = collisionsIn(text).map(({ level, word, message, proposal, from, to }) => ({
    ...{ ...partOf('collides', words, placeOf({ from, to })), level, word, message, proposal },
  }))
  const sender = namesClinic(words) ? [] : [{ ...problemOf('no_sender', step), proposal: `{{clinic}}: ${content}` }]
  return [...sender, ...collides, ...quoteWarnings(words)]
}

/** A text says who sends it, by `{{clinic}}` or by the clinic's name in words that every patient reads: no link and no fallback. */
function namesClinic({ content, clinicName }: CheckedWords): boolean {
  if (placeholdersIn(content).some(({ name }) => fieldOf(name) === 'clinic')) return true
  const plain = (text: string) => plainQuotes(text).replace(/\s+/g, ' ').trim().toLowerCase()
  const read = withPlaceholders(
    withLinks(content, () => '…'),
    () => '…',
  )
  return !isBlank(clinicName) && plain(read).includes(plain(clinicName))
}

/** Smart quotes and dashes are worth a warning where plain ones would save segments or leave more room. */
function quoteWarnings(words: CheckedWords): CampaignProblem[] {
  const found = smartCharacters(words.content)
  const [first, last] = [found[0], found.at(-1)]
  if (first === undefined || last === undefined) return []
  const characters = [...new Set(found.map(({ character }) => character))].filter((one) => one.trim() !== '')
  const proposal = plainQuotes(words.content)
  const [now, plain] = [segmentsOf(words.content).segments, segmentsOf(proposal).segments]
  const cost = now > plain ? `: ${now} segments, ${plain} with plain ones` : ''
  const message = `${characters.join(' ') || 'A special blank'} leaves room for 70 characters a segment instead of 160${cost}.`
  return [{ ...partOf('plain_quotes', words, { from: first.from, to: last.to }), level: 'warning', message, proposal }]
}
