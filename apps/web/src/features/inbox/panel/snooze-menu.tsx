import { Clock } from 'lucide-react'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { DeferredTrigger } from '../../../ui/deferred-trigger.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { SnoozeMenuProps } from './snooze-menu-panel.tsx'

const load = () => import('./snooze-menu-panel.tsx')
const SnoozeMenuPanel = lazyPart(async () => (await load()).SnoozeMenuPanel)

/** Out of the way until it matters. */
export function SnoozeMenu(props: Omit<SnoozeMenuProps, 'look'>) {
  const look = {
    label: 'Snooze',
    content: <Clock aria-hidden size={16} strokeWidth={1.75} />,
    className: squareLook('ghost', 'md'),
  }
  return <DeferredTrigger {...look} popup="menu" load={load} full={<SnoozeMenuPanel {...props} look={look} />} />
}
