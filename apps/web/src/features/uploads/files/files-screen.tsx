import type { ListedFile } from '@foyer/contracts/imports/record-calls.ts'
import { fileList } from '@foyer/contracts/imports/record-collections.rules.ts'
import { File as FileIcon, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { sizeWords } from '../../../lib/files.rules.ts'
import { momentLabel } from '../../../lib/time-labels.rules.ts'
import { useNow } from '../../../lib/use-now.ts'
import { pageOf } from '../../../live/live-collection.rules.ts'
import { QueryState } from '../../../parts/query-state.tsx'
import { useApi, useServices } from '../../../parts/services.tsx'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { LoadMore, Note } from '../../../parts/state-notes.tsx'
import { type LiveRows, useLiveCollection } from '../../../parts/use-live-collection.ts'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Card, KindHead } from '../kind-head.tsx'
import type { UploadsOrganization } from '../organization.ts'
import type { UploadKind } from '../upload-kinds.rules.ts'
import { useDownload } from '../use-download.ts'
import { FileUploads } from './file-uploads.tsx'
import type { Match } from './targets.rules.ts'

const RemoveDialog = lazyPart(async () => (await import('./remove-dialog.tsx')).RemoveDialog)

interface FilesProps {
  kind: UploadKind
  organization: UploadsOrganization
}

/** As nobody owns them, they go up at once. */
const NOBODY: Match = { kind: 'one', target: { id: 'nobody', label: '', detail: null }, by: 'names' }
const PAGE = 50

/** [CALL-MAIN-13] The files of the clinic: upload, open, remove. */
export function FilesScreen({ kind, organization }: FilesProps) {
  const { _id: organizationId } = organization
  const api = useApi()
  return (
    <>
      <KindHead kind={kind} />
      <FileUploads
        upload={({ file, targetId: _nobody, ...options }) =>
          api('uploadCommonFile', { body: { organizationId }, files: [file], ...options })
        }
        match={() => NOBODY}
        drop={{
          words: 'Drop files here, or',
          help: 'Pictures, PDF, Word, text, audio and video, up to 10 MB each.',
          accept: '',
        }}
        rows={{ title: 'New files', noun: 'owner', choice: null }}
      />
      <StoredFiles organization={organization} />
    </>
  )
}

function StoredFiles({ organization }: Pick<FilesProps, 'organization'>) {
  const offline = useOffline()
  const { _id: organizationId, timezone } = organization
  const files = useStoredFiles(organizationId)
  const now = useNow(useServices().clock)
  const nameOf = useStaffName()
  const { save } = useDownload()
  const [asked, setAsked] = useState<ListedFile | null>(null)
  return (
    <Card label="Files" head={<h2 className="text-md font-semibold tracking-tight">Files</h2>}>
      <QueryState
        query={files}
        what="The files"
        empty={
          <Note icon={FileIcon} title="No files yet" detail="Files that somebody of the clinic uploads stand here." />
        }
      >
        {(all) => (
          <>
            <ul aria-label="Stored files" className="divide-y divide-line border-t border-line">
              {all.map((file) => (
                <li key={file._id} className="flex items-center gap-3 px-4 py-2">
                  <div className="min-w-0 flex-1">
                    <button
                      type="button"
                      onClick={() => save(file.url, 'storedFile', file.name, file.name)}
                      className="min-h-6 text-left text-sm font-medium text-link wrap-anywhere hover:underline pointer-coarse:min-h-11"
                    >
                      <bdi>{file.name}</bdi>
                    </button>
                    <p className="num text-xs text-muted">
                      {`${sizeWords(file.size)}, ${momentLabel(file.createdAt, now, timezone)}, ${nameOf(file.createdBy, file.createdByName)}`}
                    </p>
                  </div>
                  <IconButton
                    icon={Trash2}
                    label={`Remove ${file.name}`}
                    disabledReason={offlineReason(offline, 'Removing')}
                    onClick={() => setAsked(file)}
                  />
                </li>
              ))}
            </ul>
            <LoadMore rows={files} what="files" quiet />
          </>
        )}
      </QueryState>
      {asked && (
        <Suspense fallback={null}>
          <RemoveDialog file={asked} {...{ organizationId, offline }} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </Card>
  )
}

function useStoredFiles(organizationId: string): LiveRows<ListedFile, undefined> {
  const api = useApi()
  const query = { organizationId, limit: PAGE }
  return useLiveCollection<ListedFile>({
    id: 'stored files',
    organizationId,
    collection: fileList,
    belongs: ({ removed }) => !removed,
    read: async (page, signal) =>
      pageOf<ListedFile>(await api('storedFiles', { query: { ...query, ...page }, signal })),
  })
}
