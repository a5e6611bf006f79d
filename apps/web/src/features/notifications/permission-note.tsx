import { BellOff, BellRing, CircleCheck } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { askPermission, type Permission } from './permission.ts'

/** The browser's permission. The preferences belong to the user, the permission to each browser. */
export function PermissionNote({ permission }: { permission: Permission }) {
  if (permission === 'granted')
    return (
      <p className="flex items-start gap-2 rounded-lg bg-ok px-3 py-2.5 text-sm text-ok-text">
        <CircleCheck aria-hidden size={16} className="mt-0.5 shrink-0" />
        This browser shows notifications, also while you are in another program.
      </p>
    )
  if (permission === 'default')
    return (
      <div className="rounded-lg border border-line bg-sunken px-3 py-2.5 text-sm">
        <p>This browser asks you once whether Foyer may show notifications. Until then you see none.</p>
        <Button
          kind="primary"
          icon={BellRing}
          onClick={() => void askPermission()}
          className="mt-2 pointer-coarse:h-11"
        >
          Allow in this browser
        </Button>
      </div>
    )
  return (
    <div role="note" className="flex items-start gap-2 rounded-lg bg-warn px-3 py-2.5 text-sm text-warn-text">
      <BellOff aria-hidden size={16} className="mt-0.5 shrink-0" />
      {permission === 'denied' ? (
        <p>
          <b className="font-semibold">This browser was told not to show notifications.</b> To allow them, select the
          icon to the left of the address, open the permissions of this site and set Notifications to Allow. Then come
          back here.
        </p>
      ) : (
        <p>
          <b className="font-semibold">This browser can’t show notifications.</b> The bell, the sound and the number in
          the tab work all the same.
        </p>
      )}
    </div>
  )
}
