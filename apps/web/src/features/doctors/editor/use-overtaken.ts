import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { useEffect, useState } from 'react'
import type { Form } from '../../../parts/form/use-form.ts'
import { changedParts, editOf, type TypedDoctor, typedOf } from './doctor-form.rules.ts'

type Filled = Pick<Form<TypedDoctor>, 'busy' | 'isDirty' | 'getValues' | 'reset'>

/** The state of the doctor that filled the form. */
export function useSeen(doctor: Doctor) {
  const [seen, setSeen] = useState(doctor)
  /** The newer state with which the server refused to save. */
  const [refusal, setRefusal] = useState<Doctor | null>(null)
  return {
    seen,
    refusal,
    refuse: setRefusal,
    goOnFrom: (next: Doctor) => {
      setSeen(next)
      setRefusal(null)
    },
  }
}

/**
 * A form without changes of its own follows the doctor. Otherwise the newer state is returned: the form is overtaken, and its
 * user decides.
 */
export function useOvertaken(form: Filled, doctor: Doctor, { seen, refusal, goOnFrom }: ReturnType<typeof useSeen>) {
  const { busy, isDirty, getValues, reset } = form
  const newer = refusal !== null && refusal.version > doctor.version ? refusal : doctor
  const isNewer = newer.version > seen.version && changedParts(seen, newer).length > 0
  // The stream may bring this form's own save before the answer does, or in place of a lost answer.
  const hasOwn = isDirty && Object.keys(editOf(getValues(), newer)).length > 0
  const follows = isNewer && !hasOwn && !busy
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per newer state
  useEffect(() => {
    if (!follows) return
    goOnFrom(newer)
    reset(typedOf(newer))
  }, [follows, newer])
  if (follows) return null
  return isNewer && !busy ? newer : refusal
}
