import { CircleAlert, CircleCheck, Settings } from 'lucide-react'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import { useActiveOrganization, useServices } from '../../parts/services.tsx'
import { Button } from '../../ui/button.tsx'
import { type Said, useToastLog } from '../../ui/toast-log.ts'

export function BellPanel({ onSettings }: { onSettings: () => void }) {
  const { said } = useToastLog()
  const { clock } = useServices()
  const timezone = useActiveOrganization()?.timezone ?? 'UTC'
  return (
    <>
      <h2 className="px-4 pt-3 pb-2 text-sm font-semibold">Notifications</h2>
      {said.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted">
          Nothing yet. What is said at the foot of the page is kept here until you sign out.
        </p>
      ) : (
        <ul aria-label="What was said" className="pb-1">
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

function Line({ said: { failed, text, at }, time }: { said: Said; time: string }) {
  const Icon = failed ? CircleAlert : CircleCheck
  return (
    <li className="flex items-start gap-2.5 px-4 py-2 text-sm">
      <Icon
        aria-hidden
        size={16}
        strokeWidth={1.75}
        className={`mt-0.5 shrink-0 ${failed ? 'text-bad-text' : 'text-ok-text'}`}
      />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {failed && <span className="sr-only">Failed: </span>}
        {text}
      </span>
      <time dateTime={at.toISOString()} className="num shrink-0 text-xs text-muted">
        {time}
      </time>
    </li>
  )
}
