/** The facts that the lint of a reply needs. */

import { fillCannedReply } from '@foyer/contracts/listings/canned.rules.ts'
import type { Linted } from '@foyer/contracts/listings/finding.rules.ts'
import { nameCandidates } from '@foyer/contracts/listings/names.rules.ts'
import { normalize } from '@foyer/contracts/listings/normal-text.rules.ts'
import { isBlocked, lintReply } from '@foyer/contracts/listings/privacy.rules.ts'
import { sentencesOf } from '@foyer/contracts/listings/sentences.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { notFound } from '../../http/refusal.ts'
import { listActiveDoctors } from '../doctors/doctors.ts'
import { isAdmin, listStaff, readClinic } from '../organizations/organizations.ts'
import { listLocations } from './locations.store.ts'

const RECENT = 20

/** The facts that a screen may have: names of staff and places, and what belongs to the locations. */
export async function readLintFacts(tx: Tx, organizationId: string) {
  const [staff, doctors, clinic, locations] = await Promise.all([
    listStaff(tx, organizationId),
    listActiveDoctors(tx, organizationId),
    readClinic(tx, organizationId),
    listLocations(tx, organizationId),
  ])
  const phones = [clinic.smsNumber, ...locations.map(({ phone }) => phone)].filter((phone) => phone !== null)
  return {
    locations,
    facts: {
      people: [...staff.map(({ name }) => name), ...doctors.map(({ name }) => name)],
      places: [clinic.name, ...locations.map(({ title }) => title)],
      phones: [...new Set(phones)],
      sites: locations.flatMap(({ website_uri: site }) => site ?? []),
      addresses: locations.map(({ address }) => address).filter((address) => address !== ''),
    },
  }
}

interface Linting {
  readonly organizationId: string
  readonly locationId: string
  readonly reviewId: string
  readonly comment: string
}

/** Lints a reply with what only the API knows. The review must be the organization's. */
export async function lintFor(tx: Tx, { organizationId, locationId, reviewId, comment }: Linting): Promise<Linted> {
  const [{ facts, locations }, review, recent, canned, patients] = await Promise.all([
    readLintFacts(tx, organizationId),
    tx
      .selectFrom('reviews')
      .select(['reviewer', 'state'])
      .where('organization_id', '=', organizationId)
      .where('location_id', '=', locationId)
      .where('review_id', '=', reviewId)
      .executeTakeFirst(),
    tx
      .selectFrom('reviews')
      .select('reply')
      .where('organization_id', '=', organizationId)
      .where('location_id', '=', locationId)
      .where('reply', 'is not', null)
      .orderBy('updated_at', 'desc')
      .limit(RECENT)
      .execute(),
    tx.selectFrom('review_canned_replies').select('comment').where('organization_id', '=', organizationId).execute(),
    findPatientNames(tx, organizationId, comment),
  ])
  const location = locations.find(({ id }) => id === locationId)
  if (!review || !location || review.state === 'removed') throw notFound()
  const filling = { location: location.title, phone: location.phone }
  return lintReply(comment, {
    ...{ reviewer: review.reviewer, ...facts, phone: location.phone, patients },
    canned: canned.map((one) => fillCannedReply(one.comment, { reviewer: review.reviewer, ...filling })),
    recent: recent.flatMap(({ reply }) => reply ?? []),
  })
}

interface LintingCanned {
  readonly organizationId: string
  readonly comment: string
  /** The member who saves it. */
  readonly by: string
}

/**
 * Lints a canned reply, with the words that its placeholders may stand for. The lint reads English and Spanish; the words of
 * another language are an admin's to answer for, and then stand word for word.
 */
export async function lintCanned(tx: Tx, { organizationId, comment, by }: LintingCanned): Promise<Linted> {
  const [{ facts, locations }, patients, isByAdmin] = await Promise.all([
    readLintFacts(tx, organizationId),
    findPatientNames(tx, organizationId, comment),
    isAdmin(tx, organizationId, by),
  ])
  const [location] = locations
  const phone = location?.phone ?? facts.phones[0] ?? null
  const filling = { location: location?.title ?? facts.places[0] ?? '', phone }
  const asFilled = fillCannedReply(comment, { reviewer: 'Reviewer', ...filling })
  const canned = isByAdmin ? [asFilled] : []
  const linted = lintReply(asFilled, { reviewer: 'Reviewer', ...facts, phone, patients, canned })
  // The places are those of the text as it was written only where nothing was filled.
  return asFilled === comment || !isBlocked(linted)
    ? linted
    : { ...linted, findings: linted.findings.map(whole(comment)) }
}

const whole = (comment: string) => (finding: Linted['findings'][number]) => ({
  ...finding,
  from: 0,
  to: comment.length,
})

/** The full names of patients that the text holds. The text is not kept, and the names reach no screen. */
async function findPatientNames(tx: Tx, organizationId: string, comment: string): Promise<string[]> {
  const { text } = normalize(comment)
  const candidates = nameCandidates(sentencesOf(text), text)
  if (candidates.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select distinct p.first_name || ' ' || p.last_name as name
    from unnest(${candidates.map(({ first }) => first)}::text[], ${candidates.map(({ last }) => last)}::text[])
      as asked (first, last)
    join patients p on p.organization_id = ${organizationId}
      and p.first_key = asked.first and p.last_key = asked.last`.execute(tx)
  return rows.map(({ name }) => name)
}
