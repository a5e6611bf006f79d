import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { Archive, ArchiveRestore, Eye } from 'lucide-react'
import { useCommands } from '../../../parts/keyboard.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { BackLink } from '../back-link.tsx'
import { aheadWords } from '../doctor-list.rules.ts'
import { PageHeading } from '../page-heading.tsx'
import { useArchive } from '../use-archive.ts'
import { usePreview } from '../use-preview.ts'
import { DoctorForm } from './doctor-form.tsx'
import { PictureField } from './picture-field.tsx'

interface DoctorScreenProps {
  organizationId: string
  doctor: Doctor
  onSaved: (epoch: string, doctor: Doctor) => void
}

/** A doctor's fields and picture, with what can be done with the whole of them. */
export function DoctorScreen({ organizationId, doctor, onSaved }: DoctorScreenProps) {
  const offline = useOffline()
  const preview = usePreview()
  const { isBusy, archive, restore } = useArchive(organizationId)
  const ahead = aheadWords([doctor])
  useCommands([
    {
      ...{ id: 'preview doctor', title: 'Preview doctor', keys: ['v'], group: 'Lists' },
      run: () => preview(doctor),
    },
  ])
  return (
    <div className="max-w-220">
      <header className="max-md:px-4 max-md:pt-3">
        <BackLink />
        <div className="mt-1 flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <PageHeading>{doctor.name}</PageHeading>
            <p className="mt-0.5 text-sm text-muted">
              {[doctor.specialty, doctor.departmentName].filter(Boolean).join(', ') || 'Nothing is known yet'}
            </p>
            {doctor.archived && (
              <p className="mt-2 inline-block rounded-full border border-line-strong bg-raised px-2 py-0.5 text-xs font-medium">
                Archived: takes no new visits
              </p>
            )}
          </div>
          <div className="flex flex-wrap gap-2">
            <Button icon={Eye} onClick={() => preview(doctor)}>
              Preview
            </Button>
            {doctor.archived ? (
              <Button
                icon={ArchiveRestore}
                busy={isBusy}
                disabledReason={offlineReason(offline, 'Bringing back')}
                onClick={() => void restore(doctor, onSaved)}
              >
                Bring back
              </Button>
            ) : (
              <Button
                icon={Archive}
                busy={isBusy}
                disabledReason={offlineReason(offline, 'Archiving')}
                onClick={() => void archive([doctor])}
              >
                Archive
              </Button>
            )}
          </div>
        </div>
        {ahead !== undefined && <p className="num mt-2 text-sm text-muted">{`${ahead}, also if archived.`}</p>}
      </header>
      <div className="mt-5 flex flex-wrap gap-x-8 gap-y-6 border-line bg-surface p-4 max-md:border-y md:rounded-lg md:border md:p-5">
        <PictureField {...{ organizationId, doctor, offline }} />
        <DoctorForm {...{ organizationId, doctor, onSaved }} />
      </div>
    </div>
  )
}
