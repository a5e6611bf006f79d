import { Select } from '../../../ui/select.tsx'
import type { ChoiceProps } from './file-rows.tsx'
import type { Target } from './targets.rules.ts'

/** A choice of the doctor of a picture. */
export function DoctorChoice({ fileName, target, doctors, onChoose }: ChoiceProps & { doctors: readonly Target[] }) {
  return (
    <Select
      label={`The doctor of ${fileName}`}
      value={target?.id ?? ''}
      choices={[
        ...(target === null ? [{ value: '', label: 'Choose a doctor' }] : []),
        ...doctors.map(({ id, label }) => ({ value: id, label })),
      ]}
      onChange={(next) => {
        const chosen = doctors.find(({ id }) => id === next)
        if (chosen) onChoose(chosen)
      }}
      className="max-w-70"
    />
  )
}
