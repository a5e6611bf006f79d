import type { ReactNode } from 'react'
import { FormField, FormSelect, FormTick } from '../../parts/form/form-fields.tsx'
import type { Form } from '../../parts/form/use-form.ts'
import { useDoctors } from '../../parts/visits/use-doctors.ts'
import { type TypedPatient, zoneChoices } from './chart/edit.rules.ts'
import { CONTACTS, GENDERS } from './chart/patient-words.rules.ts'

interface RecordFieldsProps {
  form: Form<TypedPatient>
  organizationId: string
  today: string
  /** The organization's time zone. */
  clinicZone: string
  /** The patient's own time zone and doctor, which stay offered when they are no usual choice. */
  ownZone?: string | null
  ownDoctor?: { readonly _id: string; readonly name: string | null } | null
  /** Below the phone number. */
  children?: ReactNode
}

const PAIR = 'grid gap-4 xs:grid-cols-2'

/** The fields of a patient's record, for a new one and for a change. */
export function RecordFields(props: RecordFieldsProps) {
  const { form, organizationId, today, clinicZone, ownZone = null, ownDoctor = null, children } = props
  return (
    <>
      <div className={PAIR}>
        <FormField form={form} name="firstName" label="First name" />
        <FormField form={form} name="lastName" label="Last name" />
      </div>
      <div className={PAIR}>
        <FormField form={form} name="birthdate" label="Birth date" type="date" max={today} />
        <FormSelect
          form={form}
          name="gender"
          label="Gender"
          choices={Object.entries(GENDERS).map(([value, label]) => ({
            value: value as TypedPatient['gender'],
            label: label ?? 'Not known',
          }))}
          className="w-full"
        />
      </div>
      <div className={PAIR}>
        <FormField form={form} name="mrn" label="MRN" />
        <DoctorSelect {...{ form, organizationId, ownDoctor }} />
      </div>
      <div className={PAIR}>
        <FormField form={form} name="phoneNumber" label="Phone" type="tel" />
        <FormField form={form} name="email" label="Email" type="email" />
      </div>
      {children}
      <div className={PAIR}>
        <FormSelect
          form={form}
          name="preferredContact"
          label="Prefers"
          choices={[
            { value: '' as const, label: 'Not known' },
            ...Object.entries(CONTACTS).map(([value, label]) => ({
              value: value as TypedPatient['preferredContact'],
              label,
            })),
          ]}
          className="w-full"
        />
        <FormSelect
          form={form}
          name="timezone"
          label="Time zone"
          choices={zoneChoices(clinicZone, ownZone)}
          className="w-full"
        />
      </div>
      <FormField form={form} name="insuranceType" label="Insurance" />
      <FormTick form={form} name="eligible" label="Eligible" detail="The coverage is known to be in force." />
      <FormTick form={form} name="cashPay" label="Cash pay" detail="The patient pays without insurance." />
    </>
  )
}

type DoctorSelectProps = Pick<RecordFieldsProps, 'form' | 'organizationId'> & {
  ownDoctor: NonNullable<RecordFieldsProps['ownDoctor']> | null
}

function DoctorSelect({ form, organizationId, ownDoctor }: DoctorSelectProps) {
  const { doctors } = useDoctors(organizationId)
  const own = ownDoctor === null || doctors.some(({ _id }) => _id === ownDoctor._id) ? [] : [ownDoctor]
  return (
    <FormSelect
      form={form}
      name="doctorId"
      label="Doctor"
      choices={[
        { value: '', label: 'None' },
        ...[...own, ...doctors].map(({ _id, name }) => ({ value: _id, label: name ?? 'A former doctor' })),
      ]}
      className="w-full"
    />
  )
}
