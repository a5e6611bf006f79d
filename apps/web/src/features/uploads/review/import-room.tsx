import type { Import } from '@foyer/contracts/imports/imports.ts'
import { FileX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isRefused } from '../../../parts/failure-message.rules.ts'
import { QueryState } from '../../../parts/query-state.tsx'
import { useApi } from '../../../parts/services.tsx'
import { Note } from '../../../parts/state-notes.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { notifyError } from '../../../ui/notify.tsx'
import { startImport } from '../import.actors.ts'
import type { ImportActor } from '../import.machine.ts'
import type { UploadsOrganization } from '../organization.ts'
import { uploadFailure } from '../upload-failure.rules.ts'
import { UploadsFrame } from '../uploads-frame.tsx'
import { useImport } from '../use-import.ts'
import { ImportScreen } from './import-screen.tsx'
import { ImportSkeleton } from './import-skeleton.tsx'

interface ImportRoomProps {
  organization: UploadsOrganization
  importId: string
}

/** One import by its address: read, kept current, and acted on. */
export function ImportRoom({ organization, importId }: ImportRoomProps) {
  const question = useImport(organization._id, importId)
  const actor = useImportActor(organization, question.data)
  if (actor) return <ImportScreen {...{ organization, actor }} onAnswer={question.put} />
  return (
    <UploadsFrame organization={organization} isOpen>
      {isRefused(question.error, 'not_found') ? (
        <Note
          icon={FileX}
          title="There is no such import"
          detail={`${organization.name} has no import at this address.`}
        >
          <Link to="/uploads" className={buttonLook('default', 'md')}>
            All uploads
          </Link>
        </Note>
      ) : (
        <QueryState query={question} what="The import" skeleton={<ImportSkeleton />}>
          {() => <ImportSkeleton />}
        </QueryState>
      )}
    </UploadsFrame>
  )
}

/** The machine of the import, told of each of its states. */
function useImportActor(
  { _id: organizationId, timezone }: UploadsOrganization,
  told: Import | undefined,
): ImportActor | null {
  const api = useApi()
  const [actor, setActor] = useState<ImportActor | null>(null)
  const isKnown = told !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: later states are told
  useEffect(() => {
    if (told === undefined) return
    const parts = { api, organizationId, timezone, kind: told.kind, import: told }
    const started = startImport({ ...parts, newId: () => crypto.randomUUID() })
    const link = started.on('refused', ({ error }) => notifyError(`Nothing was changed. ${uploadFailure(error)}`))
    setActor(started)
    return () => {
      link.unsubscribe()
      started.stop()
    }
  }, [api, organizationId, isKnown])
  useEffect(() => {
    if (told !== undefined) actor?.send({ type: 'told', import: told })
  }, [actor, told])
  return actor
}
