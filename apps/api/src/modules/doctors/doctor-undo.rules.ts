/** Takes back that doctors were archived, or that a doctor got another picture. */
import type { DoctorState } from './doctor-state.rules.ts'

/** Stored as JSON. */
export type DoctorStep =
  | { readonly kind: 'archived'; readonly doctorIds: readonly string[] }
  | {
      readonly kind: 'picture'
      readonly doctorId: string
      readonly before: string | null
      readonly after: string
    }

export function doctorsOfStep(step: DoctorStep): readonly string[] {
  return step.kind === 'archived' ? step.doctorIds : [step.doctorId]
}

export interface TakenStep {
  readonly step: DoctorStep
  readonly madeAt: Date
}

/** The doctor as before; null if somebody changed meanwhile what the step did. Other changes stay. */
export function takenBack(
  doctor: DoctorState,
  archivedAt: Date | null,
  { step, madeAt }: TakenStep,
): DoctorState | null {
  if (step.kind === 'picture') return doctor.pictureId === step.after ? { ...doctor, pictureId: step.before } : null
  return archivedAt?.getTime() === madeAt.getTime() ? { ...doctor, archived: false } : null
}
