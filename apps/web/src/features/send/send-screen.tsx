import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import type { Clinic } from '../../parts/campaigns/clinic.ts'
import { PageRoom } from '../../parts/page-room.tsx'
import { PageSheet, Section } from '../../parts/page-sheet.tsx'
import type { ChosenPatient } from '../../parts/patient-field.tsx'
import { useApi, useServices } from '../../parts/services.tsx'
import { Note } from '../../parts/state-notes.tsx'
import { SendForm } from './send-form.tsx'
import { useSent } from './sent-here.ts'
import { SentList } from './sent-list.tsx'

/** [NOTIF-01] [OPEN-082] A text or an e-mail to one person, and what this window has sent. */
export function SendScreen({ organization }: { organization: Clinic }) {
  const { _id: organizationId, timezone } = organization
  const api = useApi()
  const { clock } = useServices()
  const [chosen, setChosen] = useState<ChosenPatient | null>(null)
  const sent = useSent(organizationId)
  const patient = useQuery({
    queryKey: ['patientRecord', organizationId, chosen?._id],
    queryFn: async ({ signal }) =>
      (await api('patientRecord', { params: { id: chosen?._id ?? '' }, query: { organizationId }, signal })).data,
    enabled: chosen !== null,
    gcTime: 0,
  })
  const record = chosen === null ? null : (patient.data ?? null)
  return (
    <PageRoom>
      <PageSheet title="Send a notification" lead="One text or one email to one person.">
        <SendForm
          {...{ organization, chosen, record }}
          isFailed={chosen !== null && patient.isError}
          onChoose={setChosen}
          onSent={(one) => sent.add({ ...one, at: clock.now() })}
        />
        <Section title="Sent from this window" flush>
          {sent.rows.length === 0 ? (
            <Note
              icon={Send}
              title="Nothing yet"
              detail="What you send stands here with its conversation until the page is loaded again."
            />
          ) : (
            <SentList rows={sent.rows} timezone={timezone} />
          )}
        </Section>
      </PageSheet>
    </PageRoom>
  )
}
