/** The form of the settings of campaigns, its checks by the rules of the call, and what it sends. */
import { FAILURE_PERCENT } from '@foyer/contracts/campaign/limits.rules.ts'
import type { SavedOutreachSettings } from '@foyer/contracts/outreach/settings-calls.ts'
import { ADDRESS_MAX, isHostName, isWebAddress } from '@foyer/contracts/outreach/web-address.rules.ts'
import type { ChangedPart } from '../../../parts/form/conflict-notice.tsx'
import { lengthProblem } from '../../../parts/form/contact-problems.rules.ts'
import type { Wrong } from '../../../parts/form/use-form.ts'

/** Numbers are texts while they are typed. */
export interface TypedOutreach {
  segmentsPerSecond: string
  /** In the currency. */
  pricePerSegment: string
  currency: string
  bookingUrl: string
  /** One a line. */
  linkHosts: string
  failurePercent: string
  dailyShare: string
  postalAddress: string
}

type Outreach = Omit<SavedOutreachSettings, 'version'>

const MICROS = 1_000_000
const PRICE_MAX = 10
const POSTAL_ADDRESS_MAX = 300
const HOSTS_MAX = 100
const SHARE = { min: 10, max: 100 }
const PACE = { min: 0.1, max: 100 }

export function typedOf(settings: SavedOutreachSettings): TypedOutreach {
  const { segmentsPerSecond, pricePerSegment, failurePercent, dailyShare, linkHosts } = settings
  const { currency, bookingUrl, postalAddress } = settings
  return {
    ...{ segmentsPerSecond: String(segmentsPerSecond), pricePerSegment: String(pricePerSegment / MICROS) },
    ...{ failurePercent: String(failurePercent), dailyShare: String(dailyShare), linkHosts: linkHosts.join('\n') },
    ...{ currency, bookingUrl, postalAddress },
  }
}

export function outreachProblems(typed: TypedOutreach): Wrong {
  const { bookingUrl, currency } = typed
  return {
    segmentsPerSecond: rangeProblem(typed.segmentsPerSecond, PACE),
    pricePerSegment: rangeProblem(typed.pricePerSegment, { min: 0, max: PRICE_MAX }),
    currency: /^[A-Z]{3}$/.test(currency.trim()) ? undefined : 'Three capital letters, such as USD',
    bookingUrl:
      bookingUrl.trim() === '' || isWebAddress(bookingUrl.trim())
        ? lengthProblem(bookingUrl, ADDRESS_MAX)
        : 'Not an http or https address',
    linkHosts: hostsProblem(hostsOf(typed.linkHosts)),
    failurePercent: wholeProblem(typed.failurePercent, FAILURE_PERCENT),
    dailyShare: wholeProblem(typed.dailyShare, SHARE),
    postalAddress: lengthProblem(typed.postalAddress, POSTAL_ADDRESS_MAX),
  }
}

interface Range {
  readonly min: number
  readonly max: number
}

function rangeProblem(words: string, { min, max }: Range): string | undefined {
  const number = /^\d{1,5}(\.\d{1,6})?$/.test(words.trim()) ? Number(words) : Number.NaN
  return number >= min && number <= max ? undefined : `A number from ${min} to ${max}`
}

function wholeProblem(words: string, range: Range): string | undefined {
  return /^\d{1,5}$/.test(words.trim()) ? rangeProblem(words, range) : `A number from ${range.min} to ${range.max}`
}

function hostsOf(words: string): string[] {
  return words
    .split(/[\s,]+/)
    .map((host) => host.toLowerCase())
    .filter(Boolean)
}

function hostsProblem(hosts: readonly string[]): string | undefined {
  const wrong = hosts.find((host) => !isHostName(host))
  if (wrong !== undefined) return `${wrong} is not the name of a host, such as clinic.example`
  if (new Set(hosts).size < hosts.length) return 'A host is named twice'
  return hosts.length > HOSTS_MAX ? `At most ${HOSTS_MAX} hosts` : undefined
}

/** Checked before. */
export function settingsOf(typed: TypedOutreach): Outreach {
  return {
    segmentsPerSecond: Number(typed.segmentsPerSecond),
    pricePerSegment: Math.round(Number(typed.pricePerSegment) * MICROS),
    ...{ failurePercent: Number(typed.failurePercent), dailyShare: Number(typed.dailyShare) },
    ...{ linkHosts: hostsOf(typed.linkHosts), currency: typed.currency.trim(), bookingUrl: typed.bookingUrl.trim() },
    postalAddress: typed.postalAddress.trim(),
  }
}

const TITLES: Readonly<Record<keyof TypedOutreach, string>> = {
  segmentsPerSecond: 'Segments a second',
  pricePerSegment: 'Price of a segment',
  currency: 'Currency',
  bookingUrl: 'Booking page',
  linkHosts: 'Hosts of links',
  failurePercent: 'Pause at failures of',
  dailyShare: 'Share of a day’s texts',
  postalAddress: 'Postal address',
}
const NAMES = Object.keys(TITLES) as (keyof TypedOutreach)[]

export function titleOf(name: keyof TypedOutreach): string {
  return TITLES[name]
}

/** The fields that differ between two states of the settings, with the words of the later one. */
export function changedParts(before: SavedOutreachSettings, now: SavedOutreachSettings): ChangedPart[] {
  const [earlier, later] = [typedOf(before), typedOf(now)]
  return NAMES.flatMap((name) =>
    earlier[name] === later[name] ? [] : [{ title: TITLES[name], now: later[name] || 'None' }],
  )
}

/** Keeps the fields that were changed here, and takes all others as someone else saved them. */
export function mineOver(
  typed: TypedOutreach,
  seen: SavedOutreachSettings,
  theirs: SavedOutreachSettings,
): TypedOutreach {
  const before = typedOf(seen)
  const own = NAMES.filter((name) => typed[name] !== before[name])
  return { ...typedOf(theirs), ...Object.fromEntries(own.map((name) => [name, typed[name]])) }
}
