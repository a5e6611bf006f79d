import { type Counts, noCounts } from '@foyer/contracts/counts.rules.ts'
import { admitsPatients } from '@foyer/contracts/organization.rules.ts'
import type { Membership } from '@foyer/contracts/organization.ts'
import type { User } from '@foyer/contracts/session/user.ts'

/** [CONST-11] The only local-storage key with app state. */
export const MAIN_CONTEXT_KEY = 'mainContext'

/** [OPEN-019] [ENTITY-13] The filter of the appointment list. */
interface AppointmentFilter {
  startDate: string | null
  endDate: string | null
  provider: string
  appointmentStatus: string
  appointmentEligible: string
  appointmentType: string
  searchStr: string
  insuranceType: string
}

/** [ENTITY-14] The filter of the patient list. */
interface PatientFilter {
  selectedProvider: string
  patientEligible: string
  patientFirstName: string
  patientLastName: string
  patientMrn: string
  patientDob: string | null
}

/** A JSON object whose fields are known only to the screen that edits it. */
type Draft = Record<string, unknown>

/** [ENTITY-09..17] [OPEN-017] Everything that the app stores in this browser; each key comes from the specification. */
export interface MainContext {
  user: User | null
  organizations: Membership[]
  activeOrgId: string | null
  unreadMessagesCount: number
  openRequestsCount: number
  otherRequestsCount: number
  openConciergeRequestsCount: number
  thumbsDownCount: number
  appointmentPage: number
  appointmentFilter: AppointmentFilter
  patientFilter: PatientFilter
  doctorPreviewData: Draft | null
  doctorPreviewImage: string | null
  automation: { activeStep: number; trigger: Draft | null; conditions: Draft[]; actions: Draft[] }
  chatbot: { activeFlowData: Draft | null; activeElement: string | null }
}

export function initialContext(): MainContext {
  return {
    user: null,
    organizations: [],
    activeOrgId: null,
    ...countKeys(noCounts),
    appointmentPage: 1,
    appointmentFilter: {
      startDate: null,
      endDate: null,
      provider: '',
      appointmentStatus: 'scheduled',
      appointmentEligible: '',
      appointmentType: '',
      searchStr: '',
      insuranceType: '',
    },
    patientFilter: {
      selectedProvider: '',
      patientEligible: '',
      patientFirstName: '',
      patientLastName: '',
      patientMrn: '',
      patientDob: null,
    },
    doctorPreviewData: null,
    doctorPreviewImage: null,
    automation: { activeStep: 1, trigger: null, conditions: [], actions: [] },
    chatbot: { activeFlowData: null, activeElement: null },
  }
}

/** [ENTITY-11] Maps the live connection's counts to the names of the stored state. */
export function countKeys(known: Counts) {
  const counts = { ...noCounts, ...known }
  return {
    unreadMessagesCount: counts.unreadMessages,
    openRequestsCount: counts.openRequests,
    otherRequestsCount: counts.otherRequests,
    openConciergeRequestsCount: counts.openConciergeRequests,
    thumbsDownCount: counts.thumbsDown,
  }
}

const COUNTS: ReadonlySet<string> = new Set(Object.keys(countKeys(noCounts)))

export function isCount(key: string): boolean {
  return COUNTS.has(key)
}

/** [STATE-07] [OPEN-026] The active organization stays if the user still belongs to it. */
export function signedIn(context: MainContext, user: User, organizations: readonly Membership[]): Partial<MainContext> {
  const stays = organizations.some(({ _id }) => _id === context.activeOrgId)
  return {
    user,
    organizations: [...organizations],
    activeOrgId: stays ? context.activeOrgId : (organizations[0]?._id ?? null),
  }
}

/** [STATE-09..11] Resets the state that depends on the active organization; the new one's counts are not known yet. */
export function switched(context: MainContext, organizationId: string): Partial<MainContext> {
  const type = context.organizations.find(({ _id }) => _id === organizationId)?.type
  return {
    activeOrgId: organizationId,
    appointmentPage: 1,
    appointmentFilter: {
      ...context.appointmentFilter,
      appointmentStatus: admitsPatients(type) ? 'admitted' : 'scheduled',
    },
    // The doctor belongs to the organization that was left.
    doctorPreviewData: null,
    doctorPreviewImage: null,
    ...countKeys(noCounts),
  }
}
