/** A doctor's record as it is changed, and as the contract shows it. */
import { isDeepStrictEqual } from 'node:util'
import type { BodyOf } from '@foyer/contracts/call.ts'
import { shownName } from '@foyer/contracts/doctors/doctor.rules.ts'
import type { updateDoctor } from '@foyer/contracts/doctors/doctor-calls.ts'
import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { pictureAddress, pictureIdIn } from './picture-address.rules.ts'

/** The record with the id of its picture beside the address. */
export interface DoctorState extends Doctor {
  readonly pictureId: string | null
}

export function stateOf(doctor: Doctor): DoctorState {
  return { ...doctor, pictureId: pictureIdIn(doctor.picture) }
}

export function doctorOf({ pictureId, ...doctor }: DoctorState): Doctor {
  const { organizationId } = doctor
  return { ...doctor, picture: pictureId === null ? null : pictureAddress({ organizationId, pictureId }) }
}

type Asked = Omit<BodyOf<typeof updateDoctor>, 'organizationId' | 'doctorId' | 'version'>

/** The record with the fields that were asked for. A field that is left out stays. */
export function withAsked(before: DoctorState, asked: Asked, departmentName: string | null): DoctorState {
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  const after = { ...before, ...given, ...('departmentId' in given && { departmentName }) }
  const isRenamed = after.firstName !== before.firstName || after.lastName !== before.lastName
  return isRenamed ? { ...after, name: shownName(after, before.name) } : after
}

export function isSame(one: DoctorState, other: DoctorState): boolean {
  return isDeepStrictEqual(one, other)
}
