import { CircleCheck, TriangleAlert, Unplug } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import type { ListingConnection } from '../../../parts/listings/use-listing-connection.ts'
import { Section } from '../../../parts/page-sheet.tsx'
import { useServices } from '../../../parts/services.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'

interface ConnectionSectionProps {
  organizationId: string
  isAdmin: boolean
  connection: ListingConnection
  onChanged: () => unknown
}

const WORDS: Readonly<Record<ListingConnection['state'], string>> = {
  off: 'Google is not connected. Once it is, reviews and listings of the clinic stand in Foyer.',
  connected: 'Google is connected.',
  needs_consent: 'Google asks for your consent again. Reviews stay readable; replies and changes wait.',
}

/** The consent at Google: an admin gives it there, and comes back here. */
export function ConnectionSection({ organizationId, isAdmin, connection, onChanged }: ConnectionSectionProps) {
  const { api, leave } = useServices()
  const offline = useOffline()
  const [busy, setBusy] = useState<'connect' | 'disconnect' | null>(null)
  const [asks, setAsks] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { state, account, connectedByName, locations } = connection

  async function connect() {
    setBusy('connect')
    setProblem(null)
    try {
      const { data } = await api('connectListings', { body: { organizationId } })
      leave(data.address)
    } catch (error) {
      setProblem(failureMessage(error))
      setBusy(null)
    }
  }
  async function disconnect() {
    setBusy('disconnect')
    setProblem(null)
    try {
      await api('disconnectListings', { body: { organizationId } })
      notifySuccess('Google is disconnected')
      setAsks(false)
      void onChanged()
    } catch (error) {
      setProblem(failureMessage(error))
    } finally {
      setBusy(null)
    }
  }
  const isConnected = state === 'connected'
  const Icon = isConnected ? CircleCheck : TriangleAlert
  const connectButton = (
    <Button
      kind={isConnected ? 'default' : 'primary'}
      busy={busy === 'connect'}
      disabledReason={offlineReason(offline, 'Connecting')}
      onClick={() => void connect()}
    >
      {state === 'off' ? 'Connect' : state === 'needs_consent' ? 'Give consent again' : 'Connect anew'}
    </Button>
  )
  return (
    <Section title="Connection to Google">
      <p role="status" aria-label="Google" className="flex items-start gap-2 text-sm">
        <Icon aria-hidden size={16} className={`mt-0.5 shrink-0 ${isConnected ? 'text-ok-text' : 'text-warn-text'}`} />
        <span>
          {WORDS[state]}
          {connectedByName !== null && state !== 'off' && (
            <span className="block text-muted">{`By ${connectedByName}`}</span>
          )}
        </span>
      </p>
      {state !== 'off' && (
        <dl className="mt-4 space-y-2 text-sm">
          {account !== null && (
            <div>
              <dt className="font-medium">Account</dt>
              <dd className="num wrap-anywhere text-muted">{account}</dd>
            </div>
          )}
          <div>
            <dt className="font-medium">Locations</dt>
            {locations.map(({ _id, title, address }) => (
              <dd key={_id} className="wrap-anywhere text-muted">
                <bdi className="text-ink">{title}</bdi>
                {address === '' ? '' : `, ${address}`}
              </dd>
            ))}
          </div>
        </dl>
      )}
      {problem !== null && !asks && (
        <p role="alert" className="mt-3 text-sm text-bad-text">
          {problem}
        </p>
      )}
      {isAdmin ? (
        <div className="mt-4 flex flex-wrap gap-2">
          {connectButton}
          {state !== 'off' && (
            <Button
              kind="danger"
              icon={Unplug}
              disabledReason={offlineReason(offline, 'Disconnecting')}
              onClick={() => setAsks(true)}
            >
              Disconnect
            </Button>
          )}
        </div>
      ) : (
        <p className="mt-4 text-sm text-muted">An admin of the organization can change this.</p>
      )}
      {asks && (
        <ConfirmDialog
          title="Disconnect Google?"
          confirm="Disconnect"
          danger
          busy={busy === 'disconnect'}
          error={problem}
          onConfirm={() => void disconnect()}
          onClose={() => setAsks(false)}
        >
          The consent is taken back at Google. Reviews stay readable as they are, and nothing new comes. Replies that
          have not left fail, and their words are kept.
        </ConfirmDialog>
      )}
    </Section>
  )
}
