/** What the calls that list patients ask for, in terms of the store. */

import { foldName } from '@foyer/contracts/fold.rules.ts'
import type { patientForCampaign, patientSearch } from '@foyer/contracts/patients/search-calls.ts'
import { dayAfter, yearsBefore } from '@foyer/contracts/time/calendar.rules.ts'
import type { z } from 'zod'
import { type PatientPatterns, patientPatterns } from '../patients/found-patients.rules.ts'

export interface PatientFilter {
  readonly organizationId: string
  /** Words that may lie anywhere in the name, the MRN or the number. */
  readonly search: PatientPatterns | null
  /** A search that is too short for that: the beginning of either name or of the MRN, folded. */
  readonly beginning: string | null
  /** Beginnings, folded. */
  readonly firstName: string | null
  readonly lastName: string | null
  readonly mrn: string | null
  readonly doctorId: string | null
  readonly insuranceType: string | null
  readonly gender: string | null
  readonly eligible: boolean | null
  /** The first and the last day of birth, both included. */
  readonly bornFrom: string | null
  readonly bornUntil: string | null
  readonly isAliveOnly: boolean
}

type Searched = Omit<z.output<(typeof patientSearch)['body']>, 'page' | 'limit' | 'cursor' | 'after'>
type Sought = z.output<(typeof patientForCampaign)['query']>['query']

const NONE = {
  ...{ search: null, beginning: null, firstName: null, lastName: null, mrn: null, doctorId: null },
  ...{ insuranceType: null, gender: null, eligible: null, bornFrom: null, bornUntil: null, isAliveOnly: false },
} as const

/** [OPEN-054] An empty field filters nothing. */
export function filterOfSearch(asked: Searched): PatientFilter {
  const { organizationId, search, patientFirstName, patientLastName, patientMrn, patientDob = null } = asked
  return {
    ...NONE,
    organizationId,
    ...searchOf(search),
    firstName: folded(patientFirstName),
    lastName: folded(patientLastName),
    mrn: patientMrn ? patientMrn.toLowerCase() : null,
    doctorId: asked.selectedProvider || null,
    eligible: eligibleOf(asked.patientEligible),
    bornFrom: patientDob,
    bornUntil: patientDob,
  }
}

/** [OPEN-059] A campaign is offered to the living. `today` is the organization's. */
export function filterOfCampaign(asked: Sought, today: string): PatientFilter {
  const { organizationId, search, ageFrom, ageTo } = asked
  return {
    ...NONE,
    organizationId,
    ...searchOf(search),
    doctorId: asked.doctorId || null,
    insuranceType: asked.insuranceType || null,
    gender: asked.gender ?? null,
    eligible: eligibleOf(asked.eligible),
    // The day after the birthday on which somebody becomes too old is the first one of those who are not.
    bornFrom: ageTo === undefined ? null : dayAfter(yearsBefore(today, ageTo + 1)),
    bornUntil: ageFrom === undefined ? null : yearsBefore(today, ageFrom),
    isAliveOnly: true,
  }
}

/** Whether every patient is listed. Where a filter fits few, a page walks many names until it is full. */
export function isWhole(filter: PatientFilter): boolean {
  return !filter.isAliveOnly && askedIn(filter) === 0
}

/** Whether the list holds all patients whom the search finds. */
export function isSearchAlone(filter: PatientFilter): boolean {
  return filter.search !== null && !filter.isAliveOnly && askedIn(filter) === 1
}

function askedIn({ organizationId: _, isAliveOnly: __, ...asked }: PatientFilter): number {
  return Object.values(asked).filter((one) => one !== null).length
}

function searchOf(typed = ''): Pick<PatientFilter, 'search' | 'beginning'> {
  const search = patientPatterns(typed)
  return { search, beginning: search === null ? folded(typed) : null }
}

function folded(text = ''): string | null {
  return foldName(text.trim()) || null
}

function eligibleOf(asked: '' | 'eligible' | 'notEligible'): boolean | null {
  return asked === '' ? null : asked === 'eligible'
}
