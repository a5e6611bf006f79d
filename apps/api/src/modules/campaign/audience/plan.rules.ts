/**
 * The one plan of a campaign: for each patient when the text or e-mail leaves, or why the patient gets none. The counts beside
 * the button, the launch and each send ask it.
 */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { type SkipReason, tooLongDetail } from '@foyer/contracts/campaign/skip-reasons.rules.ts'
import { MAIL_SUBJECT_MAX } from '@foyer/contracts/defaults.ts'
import {
  type FieldFacts,
  type FilledWords,
  fieldValues,
  filledWords,
} from '@foyer/contracts/outreach/field-values.rules.ts'
import type { FieldValues, OutreachField } from '@foyer/contracts/outreach/fields.rules.ts'
import { sampleShortLink } from '@foyer/contracts/outreach/links.rules.ts'
import { finisher, longestOf } from '@foyer/contracts/outreach/message.rules.ts'
import { segmentsOf } from '@foyer/contracts/outreach/segments.rules.ts'
import type { DailyHours } from '@foyer/contracts/time/quiet-hours.rules.ts'
import { isZone } from '@foyer/contracts/time/wall-clock.rules.ts'
import { objectionToNumber } from '../../outbound/countries.rules.ts'
import type { StoredStep } from '../campaign.tables.ts'
import type { CampaignState } from '../campaigns/campaign-state.rules.ts'
import { leavesAt, type Schedule } from './moment.rules.ts'

/** The parts of a campaign that decide who gets it, when, and in which words. */
export interface PlannedCampaign
  extends Schedule,
    Pick<CampaignState, 'type' | 'purpose' | 'fallbacks' | 'trackLinks'> {
  readonly steps: readonly Pick<StoredStep, 'subject' | 'content'>[]
}

/** What of the organization decides it. */
export interface PlanPolicy {
  readonly clinic: FieldFacts['clinic']
  readonly quietHours: DailyHours
  /** Null: `{{bookingLink}}` has no value. */
  readonly bookingLink: string | null
  /** `SHORT_LINK_URL` */
  readonly shortLinkUrl: string
  readonly smsCountries: readonly string[]
}

/** One patient, as the store has them now. */
export interface PersonFacts {
  readonly patientId: string
  readonly firstName: string
  readonly lastName: string
  readonly birthdate: string | null
  /** Null: the organization's. */
  readonly timezone: string | null
  readonly deceased: boolean
  /** The number, or the e-mail address. */
  readonly address: string | null
  readonly smsStatus: 'subscribed' | 'opted_out' | 'blocked'
  /** From campaign and template mails. */
  readonly isUnsubscribed: boolean
  readonly askedToStop: boolean
  /** The carrier's last word about the number is that nothing reaches it. */
  readonly isUnreachable: boolean
  readonly hasMarketingConsent: boolean
  /** A text of this step went to the address. */
  readonly isDone: boolean
  /** The conversation of the number is this patient's. */
  readonly ownsConversation: boolean
  readonly doctor: string | null
  readonly visitAt: Date | null
  readonly location: string | null
}

export interface PatientFacts extends PersonFacts {
  /**
   * The patients of the audience who share the address, this one among them; null where nobody else has it, or where it was
   * settled before who gets it.
   */
  readonly sharing: readonly PersonFacts[] | null
}

export interface PlannedSend {
  readonly at: Date
  readonly address: string
  /** Null for an e-mail, and while there are no words. */
  readonly segments: number | null
  /** The fields that are not on file and have other words instead. */
  readonly gaps: readonly OutreachField[]
}

interface Skipped {
  readonly skip: SkipReason
  /** The missing field, the sentence about details that are too long, or the patient who gets it instead. */
  readonly detail: string | null
}

/** With the zone of the patient's clock. */
export type Plan = { readonly timezone: string } & ({ readonly send: PlannedSend } | Skipped)

/** Null facts: the patient's record is no longer there. */
export function plan(facts: PatientFacts | null, campaign: PlannedCampaign, policy: PlanPolicy, now: Date): Plan {
  return planner(campaign, policy, now)(facts)
}

export type Planner = (facts: PatientFacts | null) => Plan

/** Plans many patients: what only depends on a zone or on the beginning of a number is found out once. */
export function planner(campaign: PlannedCampaign, policy: PlanPolicy, now: Date): Planner {
  const { quietHours, clinic, smsCountries } = policy
  const momentOf = remembered((zone: string) => leavesAt(campaign, zone, quietHours, now))
  const isEnabledLike = remembered((number: string) => objectionToNumber(number, smsCountries) === null, exchangeOf)
  const given = { campaign, policy, isEnabledLike, finish: finisherOf(campaign, policy) }
  return (facts) => {
    const own = facts?.timezone ?? null
    const timezone = own !== null && isZone(own) ? own : clinic.timezone
    if (facts === null) return { timezone, ...skipped('gone') }
    const written = writtenTo(facts, given)
    if ('skip' in written) return { timezone, ...written }
    const chosen = facts.sharing === null ? facts : chosenOf(facts.sharing, given)
    if (chosen?.patientId !== facts.patientId)
      return { timezone, ...skipped('shared_number', chosen && (nameOf(chosen) || null)) }
    const at = momentOf(timezone)
    return at === null ? { timezone, ...skipped('too_late') } : { timezone, send: { at, ...written } }
  }
}

interface Given {
  readonly campaign: PlannedCampaign
  readonly policy: PlanPolicy
  readonly isEnabledLike: (number: string) => boolean
  readonly finish: (values: FieldValues) => FilledWords
}

/** The text is counted with links of the length that each patient's own will have. */
function finisherOf({ type, steps, fallbacks, trackLinks }: PlannedCampaign, { shortLinkUrl }: PlanPolicy) {
  const shortLink = trackLinks ? () => sampleShortLink(shortLinkUrl) : null
  return finisher({ type, words: steps[0]?.content ?? '', fallbacks, shortLink })
}

/** The household's: the patient whose conversation it is, else the eldest. Only one who would get it is chosen. */
function chosenOf(sharing: readonly PersonFacts[], given: Given): PersonFacts | null {
  return sharing.toSorted(inHousehold).find((one) => !('skip' in writtenTo(one, given))) ?? null
}

/** The store reads the first of a household in the same order. */
function inHousehold(one: PersonFacts, other: PersonFacts): number {
  return (
    Number(other.ownsConversation) - Number(one.ownsConversation) ||
    compare(one.birthdate ?? '9999', other.birthdate ?? '9999') ||
    compare(one.patientId, other.patientId)
  )
}

/** The words for a patient as if nobody shared the address, or the first reason against them. */
function writtenTo(facts: PersonFacts, given: Given): Omit<PlannedSend, 'at'> | Skipped {
  const reason = whyNot(facts, given)
  const { address } = facts
  if (reason !== null || address === null) return skipped(reason ?? 'no_address')
  const { segments, gaps, missing, tooLong } = wordsFor(facts, given)
  if (missing !== null) return skipped('missing_field', missing)
  // The details are on file, but none that the words have room for: no other reason is about the patient's details.
  if (tooLong !== null) return skipped('missing_field', tooLong)
  return facts.isDone ? skipped('already_got') : { address, segments, gaps }
}

/** The reasons in their order: about the person, the address, its owner's wish, and the law. */
function whyNot(facts: PersonFacts, { campaign: { type, purpose }, isEnabledLike }: Given): SkipReason | null {
  const { address, smsStatus } = facts
  if (facts.deceased) return 'deceased'
  if (address === null) return 'no_address'
  if (type === 'email') {
    if (facts.isUnsubscribed) return 'unsubscribed'
  } else {
    if (!isEnabledLike(address)) return 'not_enabled'
    if (smsStatus !== 'subscribed') return smsStatus
    if (facts.askedToStop) return 'asked_to_stop'
  }
  if (facts.isUnreachable) return 'unreachable'
  return purpose === 'promotion' && !facts.hasMarketingConsent ? 'no_consent' : null
}

interface Words extends Pick<PlannedSend, 'segments' | 'gaps'> {
  readonly missing: OutreachField | null
  /** The sentence about filled words that are longer than a message may be; null where they are not. */
  readonly tooLong: string | null
}

function wordsFor(facts: PersonFacts, { campaign: { type, steps, fallbacks }, policy, finish }: Given): Words {
  const { subject = null, content = '' } = steps[0] ?? {}
  const values = valuesOf(facts, policy)
  const body = finish(values)
  const line = filledWords(subject ?? '', values, fallbacks)
  return {
    segments: type === 'email' || isBlank(content) ? null : segmentsOf(body.text).segments,
    gaps: [...new Set([...line.shown, ...body.shown])],
    missing: line.missing[0] ?? body.missing[0] ?? null,
    tooLong: tooLongDetail(body.text, longestOf(type)) ?? tooLongDetail(line.text, MAIL_SUBJECT_MAX),
  }
}

/** The values of the fields for one patient. */
export function valuesOf(facts: PersonFacts, { clinic, bookingLink }: PlanPolicy): FieldValues {
  const { firstName, lastName, doctor, visitAt, location } = facts
  return fieldValues({ firstName, lastName, doctor, visitAt, location, clinic, bookingLink })
}

export function nameOf({ firstName, lastName }: Pick<PersonFacts, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}

function skipped(skip: SkipReason, detail: string | null = null): Skipped {
  return { skip, detail }
}

/** Area code and exchange of a number of North America, which settle its country and its kind; else the whole number. */
function exchangeOf(number: string): string {
  return /^\+1\d{10}$/.test(number) ? number.slice(0, 8) : number
}

function remembered<Result>(find: (given: string) => Result, keyOf: (given: string) => string = (given) => given) {
  const found = new Map<string, Result>()
  return (given: string): Result => {
    const key = keyOf(given)
    const known = found.get(key)
    if (known !== undefined || found.has(key)) return known as Result
    const result = find(given)
    found.set(key, result)
    return result
  }
}

function compare(one: string, other: string): number {
  return Number(one > other) - Number(one < other)
}
