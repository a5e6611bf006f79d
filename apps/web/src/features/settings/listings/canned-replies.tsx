import { CANNED_TITLE_MAX } from '@foyer/contracts/listings/limits.rules.ts'
import { lintReply } from '@foyer/contracts/listings/privacy.rules.ts'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { CallError } from '../../../api/call-error.ts'
import type { Reply } from '../../../api/client.ts'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { useCannedReplies } from '../../../parts/listings/use-canned-replies.ts'
import type { ListingConnection } from '../../../parts/listings/use-listing-connection.ts'
import { useListingsApi } from '../../../parts/listings/use-listings-api.ts'
import { QueryState } from '../../../parts/query-state.tsx'
import { useActiveOrganization } from '../../../parts/services.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { useIdempotencyKeys } from '../../../parts/visits/use-idempotency-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { notifyError, notifySuccess } from '../../../ui/notify.tsx'
import { TextArea } from '../../../ui/text-area.tsx'

type Canned = Reply<'reviewCannedReplies'>['cannedReplies'][number]
type Typed = Pick<Canned, 'title' | 'comment'> & { readonly _id: string | null }

const NEW: Typed = { _id: null, title: '', comment: '' }

interface CannedRepliesProps {
  organizationId: string
  connection: ListingConnection
}

/** The replies that staff begin with. Each passes the same privacy check as a reply. */
export function CannedReplies({ organizationId, connection }: CannedRepliesProps) {
  const api = useListingsApi(organizationId)
  const offline = useOffline()
  const [typed, setTyped] = useState<Typed | null>(null)
  const replies = useCannedReplies(organizationId)

  async function remove({ _id, title }: Canned) {
    try {
      await api('removeReviewCannedReply', { body: { _id } })
      notifySuccess(`Removed “${title}”`)
      await replies.refetch()
    } catch (error) {
      notifyError(failureMessage(error))
    }
  }
  return (
    <div className="space-y-3">
      <QueryState
        query={replies}
        what="The canned replies"
        rows={3}
        empty={<p className="text-sm text-muted">None yet. Staff begin each reply from nothing.</p>}
      >
        {(list) => (
          <ul aria-label="Canned replies" className="divide-y divide-line rounded-md border border-line">
            {list.map((canned) => (
              <li key={canned._id} className="flex items-start gap-2 px-3 py-2">
                <div className="min-w-0 flex-1">
                  <p className="text-sm font-medium wrap-anywhere">{canned.title}</p>
                  <p dir="auto" className="text-sm wrap-anywhere text-muted">
                    {canned.comment}
                  </p>
                </div>
                <IconButton icon={Pencil} label={`Change ${canned.title}`} onClick={() => setTyped(canned)} />
                <IconButton
                  icon={Trash2}
                  label={`Remove ${canned.title}`}
                  disabledReason={offlineReason(offline, 'Removing')}
                  onClick={() => void remove(canned)}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {typed === null ? (
        <Button icon={Plus} onClick={() => setTyped(NEW)}>
          Add a canned reply
        </Button>
      ) : (
        <CannedForm
          key={typed._id ?? 'new'}
          {...{ organizationId, connection, typed, offline }}
          onDone={async () => {
            setTyped(null)
            await replies.refetch()
          }}
          onCancel={() => setTyped(null)}
        />
      )}
    </div>
  )
}

interface CannedFormProps extends CannedRepliesProps {
  typed: Typed
  offline: boolean
  onDone: () => Promise<void>
  onCancel: () => void
}

function CannedForm({ organizationId, connection, typed, offline, onDone, onCancel }: CannedFormProps) {
  const api = useListingsApi(organizationId)
  const withKey = useIdempotencyKeys()
  const [title, setTitle] = useState(typed.title)
  const [comment, setComment] = useState(typed.comment)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isAdmin = useActiveOrganization()?.role === 'admin'
  const words = comment.replace(/\{\{\s*\w+\s*\}\}/g, '')
  // The words of another language than the check reads are an admin's to answer for.
  const canned = isAdmin ? [words.trim()] : []
  const { findings } = lintReply(words, { ...connection.lint, reviewer: null, canned })
  const [blocked] = findings.filter(({ level }) => level === 'block')
  const missing = title.trim() === '' ? 'Type a title.' : comment.trim() === '' ? 'Type the reply.' : undefined

  async function save() {
    setBusy(true)
    setProblem(null)
    try {
      const body = { title: title.trim(), comment: comment.trim(), ...(typed._id !== null && { _id: typed._id }) }
      await withKey(body, (idempotencyKey) => api('saveReviewCannedReply', { body, idempotencyKey }))
      notifySuccess(`Saved “${body.title}”`)
      await onDone()
    } catch (error) {
      const said = error instanceof CallError && error.reason === 'privacy' ? error.detail : undefined
      setProblem(said ?? failureMessage(error))
      setBusy(false)
    }
  }
  return (
    <form
      aria-label={typed._id === null ? 'New canned reply' : 'Change the canned reply'}
      className="space-y-3 rounded-md border border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (missing === undefined && blocked === undefined && !busy) void save()
      }}
    >
      <Field
        label="Title"
        maxLength={CANNED_TITLE_MAX}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <TextArea
        label="Reply"
        value={comment}
        error={blocked && `${blocked.why} Write it without that.`}
        onChange={({ target }) => setComment(target.value)}
      />
      {problem !== null && <FormProblem>{problem}</FormProblem>}
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          type="submit"
          busy={busy}
          disabledReason={
            missing ?? offlineReason(offline, 'Saving') ?? (blocked && 'Leave out first what tells of a patient.')
          }
        >
          Save
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
