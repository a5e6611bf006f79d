import { initialContext, type MainContext } from './main-context.rules.ts'

/**
 * [DESIGN-12] Parses the stored app state; returns the initial one if nothing readable is stored. A part that is
 * missing or malformed (an older version, a manual edit) starts from its initial value.
 */
export function parseContext(stored: string | null): MainContext {
  const initial = initialContext()
  if (stored === null) return initial
  try {
    return fit(JSON.parse(stored), initial, SHAPE) as MainContext
  } catch {
    return initial
  }
}

type Check = (value: unknown) => boolean
type Shape = { readonly [key: string]: Check | Shape }

const isText: Check = (value) => typeof value === 'string'
const isTextOrNull: Check = (value) => value === null || isText(value)
const isRecord: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isRecordOrNull: Check = (value) => value === null || isRecord(value)
const isRecords: Check = (value) => Array.isArray(value) && value.every(isRecord)
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const isPositive: Check = (value) => isCount(value) && value !== 0
const isIdentified: Check = (value) => isRecord(value) && isText((value as { _id?: unknown })._id)

const SHAPE: Shape = {
  user: (value) => value === null || isIdentified(value),
  organizations: (value) => Array.isArray(value) && value.every(isIdentified),
  activeOrgId: isTextOrNull,
  unreadMessagesCount: isCount,
  openRequestsCount: isCount,
  otherRequestsCount: isCount,
  openConciergeRequestsCount: isCount,
  thumbsDownCount: isCount,
  appointmentPage: isPositive,
  appointmentFilter: {
    startDate: isTextOrNull,
    endDate: isTextOrNull,
    provider: isText,
    appointmentStatus: isText,
    appointmentEligible: isText,
    appointmentType: isText,
    searchStr: isText,
    insuranceType: isText,
  },
  patientFilter: {
    selectedProvider: isText,
    patientEligible: isText,
    patientFirstName: isText,
    patientLastName: isText,
    patientMrn: isText,
    patientDob: isTextOrNull,
  },
  doctorPreviewData: isRecordOrNull,
  doctorPreviewImage: isTextOrNull,
  automation: { activeStep: isPositive, trigger: isRecordOrNull, conditions: isRecords, actions: isRecords },
  chatbot: { activeFlowData: isRecordOrNull, activeElement: isTextOrNull },
}

/** Takes each stored value that has the right shape, else the initial one; unknown keys are dropped. */
function fit(stored: unknown, initial: object, shape: Shape): object {
  const held = isRecord(stored) ? (stored as Record<string, unknown>) : {}
  const entries = Object.entries(initial).map(([key, fallback]) => {
    const part = shape[key]
    const value = held[key]
    if (typeof part === 'function') return [key, part(value) ? value : fallback]
    return [key, part ? fit(value, fallback, part) : fallback]
  })
  return Object.fromEntries(entries)
}
