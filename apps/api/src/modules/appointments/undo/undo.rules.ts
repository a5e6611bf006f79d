/** Keeps the value of each changed field before and after an action, and takes the action back with it. */
import { isDeepStrictEqual } from 'node:util'
import type { AppointmentChange } from '@foyer/contracts/appointments/appointment.ts'
import { type AppointmentState, historyOf } from '../appointments.rules.ts'

const FIELDS = [
  'status',
  'startsAt',
  'endsAt',
  'doctorId',
  'location',
  'timedAt',
  'confirmedAt',
  'confirmedBy',
  'reschedule',
  'reply',
  'called',
  'admittedAt',
  'dischargedAt',
] as const satisfies readonly (keyof AppointmentState)[]
type Field = (typeof FIELDS)[number]

const CONFIRMATION: readonly Field[] = ['status', 'confirmedAt', 'confirmedBy']
const TIME: readonly Field[] = ['startsAt', 'endsAt', 'doctorId', 'location', 'timedAt']

/**
 * The fields about which an entry of the history says something. Words about a visit, and each status, belong to the time that
 * it had then.
 */
function concernedBy(change: AppointmentChange): readonly Field[] {
  switch (change.kind) {
    case 'status':
      return [...CONFIRMATION, ...TIME, 'admittedAt', 'dischargedAt']
    case 'moved':
      return [...CONFIRMATION, ...TIME]
    case 'reschedule':
      return ['reschedule', ...TIME]
    case 'replied':
      return ['reply', ...TIME, ...concernedByAnswer(change.as)]
    case 'called':
      return ['called', ...concernedByAnswer(change.outcome)]
    default:
      return []
  }
}

/** What the patient said by a message or on the phone. A yes also ends the wish for another time. */
function concernedByAnswer(said: string): readonly Field[] {
  if (said === 'confirm' || said === 'confirmed') return [...CONFIRMATION, 'reschedule', ...TIME]
  return said === 'reschedule' ? ['reschedule', ...TIME] : []
}

/** Stored as JSON. */
export interface AppointmentStep {
  readonly appointmentId: string
  readonly fields: readonly { readonly field: Field; readonly before: unknown; readonly after: unknown }[]
  /** The entries of the history up to the action and with it; those that follow are later changes. */
  readonly historyLength: number
  /** Somebody else asked later for what the action had done already, and wants it too. */
  readonly isAgreed?: boolean
}

/** `historyLength` is that before the action. */
export function stepOf(before: AppointmentState, after: AppointmentState, historyLength: number): AppointmentStep {
  const fields = FIELDS.flatMap((field) => {
    const [was, is] = [asJson(before[field]), asJson(after[field])]
    return isDeepStrictEqual(was, is) ? [] : [{ field, before: was, after: is }]
  })
  return { appointmentId: before.id, fields, historyLength: historyLength + historyOf(before, after).length }
}

/**
 * Whether somebody changed one of the fields after the action, also if it was changed back, or said something about it. `since`
 * are the later entries of the history.
 */
export function isChangedSince(
  appointment: AppointmentState,
  { fields, isAgreed = false }: AppointmentStep,
  since: readonly AppointmentChange[],
): boolean {
  const concerned = new Set(since.flatMap(concernedBy))
  return (
    isAgreed ||
    fields.some(({ field, after }) => !isDeepStrictEqual(asJson(appointment[field]), after) || concerned.has(field))
  )
}

/** The appointment with these fields as they were; all others stay. */
export function restore(appointment: AppointmentState, { fields }: AppointmentStep): AppointmentState {
  const were = fields.map(({ field, before }) => [field, fromJson(field, before)])
  return { ...appointment, ...Object.fromEntries(were) }
}

/** The history of taking an action back. */
export function historyOfUndo(before: AppointmentState, after: AppointmentState): AppointmentChange[] {
  const again = historyOf(before, after).filter(({ kind }) => kind !== 'called' && kind !== 'replied')
  return [{ kind: 'undone' }, ...again]
}

function asJson(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value))
}

function fromJson(field: Field, value: unknown): unknown {
  if (typeof value === 'string' && field.endsWith('At')) return new Date(value)
  if (typeof value === 'object' && value !== null && 'at' in value) return { ...value, at: new Date(String(value.at)) }
  return value
}
