import { isWebAddress } from '@foyer/contracts/outreach/web-address.rules.ts'
import { Link2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { useSubmission } from '../../lib/use-submission.ts'
import { failureMessage } from '../../parts/failure-message.rules.ts'
import { useApi } from '../../parts/services.tsx'
import { offlineReason } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'

interface ShortenLinkProps {
  /** Puts the short link into the words. */
  onShort: (shortUrl: string) => void
  offline: boolean
}

/** [CALL-MISC-03] Makes a short link to an address, and puts it into the words. */
export function ShortenLink({ onShort, offline }: ShortenLinkProps) {
  const api = useApi()
  const [url, setUrl] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const { busy, error, submit, forget } = useSubmission<string>(async (address, idempotencyKey) => {
    const { data } = await api('shortenLink', { body: { url: address }, idempotencyKey })
    onShort(data.shortUrl)
    setUrl('')
  })
  function shorten() {
    const address = url.trim()
    forget()
    if (!isWebAddress(address)) return setWrong('Enter an address that begins with https://')
    if (!offline) void submit(address)
  }
  /** The field is inside the form, which Enter would send. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    shorten()
  }
  const said = wrong ?? (error === null ? undefined : refusal(error))
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field
        label="Link"
        size="lg"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={url}
        error={said}
        onChange={({ target }) => {
          setUrl(target.value)
          setWrong(null)
          forget()
        }}
        onKeyDown={onKeyDown}
        className="min-w-0 flex-1 basis-60"
      />
      <Button
        size="lg"
        icon={Link2}
        busy={busy}
        disabledReason={offlineReason(offline, 'A short link')}
        onClick={shorten}
      >
        Shorten link
      </Button>
    </div>
  )
}

/** The server's own sentence says which hosts a link may lead to. */
function refusal(error: unknown): string {
  const [issue] = error instanceof CallError ? error.issues : []
  return issue?.message ?? failureMessage(error)
}
