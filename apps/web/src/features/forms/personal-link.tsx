import { useState } from 'react'
import { type ChosenPatient, PatientField } from '../../parts/patient-field.tsx'
import { useApi } from '../../parts/services.tsx'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useBusy } from './use-busy.ts'

/** An address of the form for one patient. */
export function PersonalLink({ organizationId, formId }: { organizationId: string; formId: string }) {
  const api = useApi()
  const offline = useOffline()
  const { busy, run } = useBusy()
  const [patient, setPatient] = useState<ChosenPatient | null>(null)
  const [link, setLink] = useState<{ readonly patientId: string; readonly url: string } | null>(null)
  const make = (patientId: string) =>
    run('link', async () => {
      const { data } = await api('createFormLink', { body: { organizationId, formId, patientId } })
      setLink({ patientId, url: data.url })
    })
  // An answer may come after another patient was chosen.
  const url = link !== null && link.patientId === patient?._id ? link.url : null
  return (
    <div className="flex flex-wrap items-end gap-3">
      <PatientField
        organizationId={organizationId}
        chosen={patient}
        clearLabel={(name) => `Make no link for ${name}`}
        onChange={(chosen) => {
          setPatient(chosen)
          setLink(null)
        }}
      />
      <Button
        busy={busy === 'link'}
        disabledReason={patient === null ? 'Choose a patient' : offlineReason(offline, 'Making a link')}
        onClick={() => patient && void make(patient._id)}
      >
        Make a personal link
      </Button>
      {url !== null && (
        <p role="status" className="flex flex-wrap items-center gap-3 text-sm wrap-anywhere">
          <span>{url}</span>
          <CopyButton text={url}>Copy the link</CopyButton>
        </p>
      )}
    </div>
  )
}
