import { X } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PatientField } from '../../patient-field.tsx'
import type { AudienceEditing } from './audience-draft.rules.ts'

/** The chosen patients by name. One whose name is not known is only counted. */
export function ChosenPatients({ organizationId, draft: { patients }, names, problems, onChange }: AudienceEditing) {
  return (
    <>
      <PatientField
        organizationId={organizationId}
        chosen={null}
        error={problems.audience}
        clearLabel={(name) => `Remove ${name}`}
        onChange={(patient) => {
          if (patient === null || patients.some(({ _id }) => _id === patient._id)) return
          onChange({ patients: [...patients, patient] })
        }}
      />
      {patients.length > 0 && (
        <ul aria-label="Chosen patients" className="mt-3 flex flex-wrap gap-1.5">
          {patients.map(({ _id, name }, place) => {
            const shown = name || names.get(_id) || `Patient ${place + 1}`
            return (
              <li
                key={_id}
                className="inline-flex items-center gap-1 rounded-full border border-line-strong pl-3 text-sm"
              >
                <bdi className="wrap-anywhere">{shown}</bdi>
                <IconButton
                  icon={X}
                  size="sm"
                  label={`Remove ${shown}`}
                  onClick={() => onChange({ patients: patients.filter((one) => one._id !== _id) })}
                />
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
