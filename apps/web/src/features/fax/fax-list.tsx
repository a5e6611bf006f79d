import { isCancelable, maySendAgain } from '@foyer/contracts/fax/fax.rules.ts'
import type { Fax } from '@foyer/contracts/fax/fax.ts'
import { RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import { useNow } from '../../lib/use-now.ts'
import { useServices } from '../../parts/services.tsx'
import { useStaffName } from '../../parts/staff-names.tsx'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { FaxDetails } from './fax-details.tsx'
import { againPlace } from './fax-places.rules.ts'
import { factsOf, outcomeWords, recipient } from './fax-words.rules.ts'
import { StatusMark } from './status-mark.tsx'
import type { FaxActions } from './use-fax-actions.ts'

interface FaxListProps {
  faxes: readonly Fax[]
  /** Those that were read; the list may show fewer. */
  known?: readonly Fax[]
  timezone: string
  organizationId: string
  actions: FaxActions
}

export function FaxList({ faxes, known = faxes, timezone, organizationId, actions }: FaxListProps) {
  const now = useNow(useServices().clock)
  const offline = useOffline()
  const [openId, setOpenId] = useState<string | null>(null)
  const navigate = useNavigate()
  const opened = known.find(({ _id }) => _id === openId)
  const first = opened && known.find(({ _id }) => _id === opened.againOf)
  function sendToAnother({ _id }: Fax) {
    setOpenId(null)
    void navigate(againPlace(_id))
  }
  return (
    <>
      <ul aria-label="Faxes" className="divide-y divide-line border-t border-line">
        {faxes.map((fax) => (
          <li key={fax._id} data-fax-id={fax._id}>
            <FaxRow {...{ fax, now, timezone, actions, offline }} onOpen={() => setOpenId(fax._id)} />
          </li>
        ))}
      </ul>
      <Drawer open={opened !== undefined} title="Fax" onClose={() => setOpenId(null)}>
        {opened && (
          <FaxDetails
            key={opened._id}
            {...{ fax: opened, first, now, timezone, actions, organizationId, offline }}
            onOpen={({ _id }) => setOpenId(_id)}
            onAgain={sendToAnother}
          />
        )}
      </Drawer>
    </>
  )
}

interface FaxRowProps {
  fax: Fax
  now: Date
  timezone: string
  actions: FaxActions
  offline: boolean
  onOpen: () => void
}

function FaxRow({ fax, now, timezone, actions, offline, onOpen }: FaxRowProps) {
  const nameOf = useStaffName()
  const outcome = outcomeWords(fax, now, timezone)
  const to = recipient(fax)
  const by = nameOf(fax.sentBy, fax.sentByName)
  const sent = [momentLabel(fax.createdAt, now, timezone), ...(by === null ? [] : [by])].join(', ')
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 md:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <button
            type="button"
            aria-label={`Open the fax to ${to}`}
            onClick={onOpen}
            className="min-w-0 text-left text-base font-medium wrap-anywhere underline-offset-2 hover:underline max-md:min-h-11"
          >
            <bdi>{to}</bdi>
          </button>
          <StatusMark status={fax.status} />
        </div>
        {outcome !== null && <p className="text-sm wrap-anywhere">{outcome}</p>}
        <p className="text-xs wrap-anywhere text-muted">{`${factsOf(fax)}. ${sent}`}</p>
      </div>
      <div className="flex shrink-0 gap-2">
        {isCancelable(fax.status) && (
          <Button
            size="sm"
            icon={X}
            aria-label={`Cancel the fax to ${to}`}
            busy={actions.busy === fax._id}
            disabledReason={offlineReason(offline, 'Canceling')}
            onClick={() => void actions.cancel(fax)}
          >
            Cancel
          </Button>
        )}
        {maySendAgain(fax.status) && (
          <Button
            size="sm"
            icon={RotateCw}
            aria-label={`Send again to ${to}`}
            busy={actions.busy === fax._id}
            disabledReason={offlineReason(offline, 'Sending')}
            onClick={() => void actions.sendAgain(fax)}
          >
            Send again
          </Button>
        )}
      </div>
    </div>
  )
}
