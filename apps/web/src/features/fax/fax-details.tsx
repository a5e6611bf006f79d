import { wordsOfCause } from '@foyer/contracts/fax/causes.rules.ts'
import { maySendAgain } from '@foyer/contracts/fax/fax.rules.ts'
import type { Fax, FaxAttempt } from '@foyer/contracts/fax/fax.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { Download, Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { saveBlob } from '../../lib/save-blob.ts'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import { useApi } from '../../parts/services.tsx'
import { offlineReason } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { faxFailure } from './fax-failure.rules.ts'
import { FaxPages } from './fax-pages.tsx'
import { outcomeWords } from './fax-words.rules.ts'
import { StatusMark } from './status-mark.tsx'
import type { FaxActions } from './use-fax-actions.ts'

interface DetailsProps {
  fax: Fax
  now: Date
  timezone: string
  organizationId: string
  actions: FaxActions
  offline: boolean
  /** The fax that this one repeats; undefined if it is not in the list. */
  first: Fax | undefined
  onOpen: (fax: Fax) => void
  onAgain: (fax: Fax) => void
}

const NAME_MAX = 100

/** One fax: its calls, its note, its pages, its file, and the name of its number. */
export function FaxDetails(props: DetailsProps) {
  const { fax, now, timezone, organizationId, actions, offline, onAgain } = props
  const outcome = outcomeWords(fax, now, timezone)
  return (
    <div className="scrollbar-quiet min-h-0 flex-1 space-y-5 overflow-y-auto p-4 text-sm">
      <div>
        <p className="text-md font-semibold">
          <bdi>{displayPhone(fax.number)}</bdi>
        </p>
        <StatusMark status={fax.status} />
        {outcome !== null && <p className="mt-1">{outcome}</p>}
        {fax.againOf !== null && <FirstFax {...props} />}
        {maySendAgain(fax.status) && (
          <Button
            className="mt-3"
            icon={Send}
            disabledReason={offlineReason(offline, 'Sending')}
            onClick={() => onAgain(fax)}
          >
            Send to another number
          </Button>
        )}
      </div>
      <NameForm key={`${fax.number} ${fax.name ?? ''}`} {...{ fax, actions, offline }} />
      {fax.attempts.length > 0 && (
        <div>
          <h3 className="mb-1 font-semibold">Calls</h3>
          <ol aria-label="Calls" className="space-y-1">
            {fax.attempts.map((attempt) => (
              <li key={attempt.n} className="num">
                {`${attempt.n}. ${momentLabel(attempt.at, now, timezone)}: ${attemptWords(attempt)}`}
              </li>
            ))}
          </ol>
        </div>
      )}
      {fax.note !== '' && (
        <div>
          <h3 className="mb-1 font-semibold">Note</h3>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {fax.note}
          </p>
        </div>
      )}
      <div>
        <h3 className="mb-2 font-semibold">Pages</h3>
        <FaxPages of={{ faxId: fax._id }} count={drawnPages(fax)} organizationId={organizationId} />
        <FileButton {...{ fax, organizationId, offline }} />
      </div>
    </div>
  )
}

function FirstFax({ first, now, timezone, onOpen }: DetailsProps) {
  if (!first) return <p className="mt-1 text-muted">It repeats an earlier fax.</p>
  const words = `the fax to ${displayPhone(first.number)} of ${momentLabel(first.createdAt, now, timezone)}`
  return (
    <p className="mt-1 text-muted">
      {'It repeats '}
      <button
        type="button"
        onClick={() => onOpen(first)}
        className="text-left text-link underline underline-offset-2 max-md:min-h-11"
      >
        {words}
      </button>
      .
    </p>
  )
}

/** The page count to show; only the cover of a Word file can be drawn. */
function drawnPages({ pages, file }: Fax): number {
  const isDrawn = file.contentType === 'application/pdf' || file.contentType.startsWith('image/')
  return isDrawn ? (pages ?? 1) : 1
}

function attemptWords({ status, cause, pagesSent }: FaxAttempt): string {
  if (status === 'calling') return 'The machine is being called.'
  if (status === 'delivered') return 'Delivered.'
  if (status === 'unconfirmed') return 'The fax service did not say what became of it.'
  if (status === 'partial')
    return `The line broke off after ${pagesSent === 1 ? '1 page' : `${pagesSent ?? 'some'} pages`}.`
  return cause === null ? 'Failed.' : wordsOfCause(cause).sentence
}

function NameForm({ fax, actions, offline }: Pick<DetailsProps, 'fax' | 'actions' | 'offline'>) {
  const [name, setName] = useState(fax.name ?? '')
  function save(event: FormEvent) {
    event.preventDefault()
    if (!offline && actions.busy === null) void actions.rename(fax, name.trim())
  }
  return (
    <form aria-label="Name of the number" onSubmit={save} className="flex items-end gap-2">
      <Field
        label="Name of this number"
        size="lg"
        className="min-w-0 flex-1"
        autoComplete="off"
        value={name}
        maxLength={NAME_MAX}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" size="lg" busy={actions.busy === fax._id} disabledReason={offlineReason(offline, 'Saving')}>
        Save
      </Button>
    </form>
  )
}

function FileButton({ fax, organizationId, offline }: Pick<DetailsProps, 'fax' | 'organizationId' | 'offline'>) {
  const api = useApi()
  const [busy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    try {
      const query = new URLSearchParams({ organizationId, faxId: fax._id })
      saveBlob(await api.blob(`/api/campaign/fax/file?${query}`, undefined, 'faxFileBytes'), fax.file.name)
    } catch (error) {
      notifyError(`${fax.file.name} was not downloaded. ${faxFailure(error)}`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      className="mt-3 max-w-full"
      icon={Download}
      busy={busy}
      aria-label={`Download ${fax.file.name}`}
      disabledReason={offlineReason(offline, 'Downloading')}
      onClick={() => void download()}
    >
      {fax.file.name}
    </Button>
  )
}
