import { clsx } from 'clsx'
import { CircleAlert, Settings, X } from 'lucide-react'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import { usePhone } from '../../lib/use-phone.ts'
import { useActiveOrganization, useServices } from '../../parts/services.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { type Said, useToastLog } from '../../ui/toast-log.ts'
import { NoticeList } from './notice-list.tsx'
import type { Notices } from './use-notices.ts'

interface BellPanelProps {
  /** Null while there is no live connection, as for a user without an organization. */
  notices: Notices | null
  onClose: () => void
  onSettings: () => void
}

export function BellPanel({ notices, onClose, onSettings }: BellPanelProps) {
  const { said } = useToastLog()
  const { clock } = useServices()
  const phone = usePhone()
  const timezone = useActiveOrganization()?.timezone ?? 'UTC'
  return (
    <>
      {phone && (
        <div className="absolute top-[env(safe-area-inset-top)] right-0">
          <IconButton icon={X} label="Close" size="touch" onClick={onClose} />
        </div>
      )}
      {notices !== null && <NoticeList notices={notices} onFollow={onClose} />}
      <h2 className={clsx('px-4 pt-3 pb-2 text-sm font-semibold', notices !== null && 'border-t border-line')}>
        Recent errors
      </h2>
      {said.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted">
          None yet. Errors that appear at the foot of the page are kept here until you sign out.
        </p>
      ) : (
        <ul aria-label="Recent errors" className="pb-1">
          {said.map((one) => (
            <Line key={one.id} said={one} time={momentLabel(one.at, clock.now(), timezone)} />
          ))}
        </ul>
      )}
      <div className="border-t border-line p-2">
        <Button kind="ghost" className="w-full pointer-coarse:h-11" icon={Settings} onClick={onSettings}>
          Notification settings
        </Button>
      </div>
    </>
  )
}

function Line({ said: { text, at }, time }: { said: Said; time: string }) {
  return (
    <li className="flex items-start gap-2.5 px-4 py-2 text-sm">
      <CircleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-bad-text" />
      <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
      <time dateTime={at.toISOString()} className="num shrink-0 text-xs text-muted">
        {time}
      </time>
    </li>
  )
}
