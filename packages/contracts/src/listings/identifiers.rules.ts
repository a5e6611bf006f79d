/** Numbers, addresses and links in a text that are not the location's own; dates and times of day. */
import type { LintFacts } from './lint-facts.rules.ts'

export interface Identified {
  readonly kind: 'identifier' | 'time'
  readonly from: number
  readonly to: number
}

/** One scan. Each part is bounded, so that no text makes it slow. */
const PARTS = [
  /(?<mail>(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,4})/,
  /(?<link>https?:\/\/[^\s]{1,300}|(?<![\w-])www\.[^\s]{1,300}|(?<![\w@.-])[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,3}\.(?:com|org|net|edu|gov|health|clinic|care|io|co|us|info|me|link|ly|example)(?![a-z0-9])(?:\/[^\s]{0,200})?)/,
  /(?<street>(?<!\d)\d{1,6}\s(?:[a-z0-9.]{1,20}\s){1,3}(?:street|st|avenue|ave|boulevard|blvd|road|rd|lane|ln|drive|court|ct|parkway|pkwy|highway|hwy|calle|avenida)(?![a-z]))/,
  /(?<born>(?<![a-z])(?:born|dob|birth ?date|birthday|nacimiento|nacio)(?![a-z])[^\d\n]{0,20}\d{1,4})/,
  /(?<time>(?<!\d)\d{1,2}(?::\d{2})?\s?(?:[ap]\.?m(?![a-z])|o'clock)|(?<!\d)\d{1,2}:\d{2}(?!\d)|(?<!\d)\d{1,4}[/-]\d{1,2}[/-]\d{2,4}(?!\d)|(?<!\d)\d{1,2}[/]\d{1,2}(?!\d)|(?<![a-z])(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?\s\d{1,2}(?!\d))/,
  /(?<phone>(?<!\d)\+?\(?\d(?:[ ().-]{0,3}\d){6,14}(?!\d))/,
  /(?<digits>(?<!\d)\d(?:[ -]?\d){4,30})/,
]
const ALL = new RegExp(PARTS.map(({ source }) => source).join('|'), 'gi')

export function findIdentifiers(text: string, facts: LintFacts): Identified[] {
  if (!/[\d@]|\.[a-z]|https?:/i.test(text)) return []
  const own = ownOf(facts)
  // A line break within a number or an address is as a space.
  return [...text.replace(/(?<!\n)\n(?!\n)/g, ' ').matchAll(ALL)].flatMap(
    ({ 0: found, index, groups = {} }): Identified[] => {
      const place = { from: index, to: index + found.length }
      if (groups.time !== undefined) return [{ kind: 'time', ...place }]
      return own.has(found, groups) ? [] : [{ kind: 'identifier', ...place }]
    },
  )
}

type Groups = Readonly<Record<string, string | undefined>>

function ownOf({ phones = [], sites = [], addresses = [], phone }: LintFacts) {
  const numbers = new Set([...phones, phone ?? ''].map(lastDigits).filter((digits) => digits.length >= 7))
  const pages = sites.map(bare)
  const places = addresses.map((address) => address.toLowerCase())
  return {
    has(found: string, groups: Groups): boolean {
      if (groups.mail !== undefined || groups.link !== undefined) {
        const asked = bare(found)
        return pages.some((site) => asked === site || asked.startsWith(`${site}/`))
      }
      if (groups.phone !== undefined || groups.digits !== undefined) {
        if (numbers.has(lastDigits(found))) return true
        return places.some((address) => address.includes(found.toLowerCase().trim()))
      }
      return groups.street !== undefined && places.some((address) => address.includes(found.toLowerCase()))
    },
  }
}

function lastDigits(text: string): string {
  return text.replace(/\D/g, '').slice(-10)
}

function bare(address: string): string {
  return address
    .toLowerCase()
    .replace(/^(?:mailto:|https?:\/\/)?(?:www\.)?/, '')
    .replace(/[/.,;:!?)]+$/, '')
}
