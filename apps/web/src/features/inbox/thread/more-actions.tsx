import { Ellipsis } from 'lucide-react'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { DeferredTrigger } from '../../../ui/deferred-trigger.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { MoreActionsProps } from '../panel/more-actions-panel.tsx'

const load = () => import('../panel/more-actions-panel.tsx')
const MoreActionsPanel = lazyPart(async () => (await load()).MoreActionsPanel)

/** What is done seldom, and where a header has no room all the rest. */
export function MoreActions(props: Omit<MoreActionsProps, 'look'>) {
  const { phone } = props
  const look = {
    label: 'More actions',
    content: <Ellipsis aria-hidden size={phone ? 20 : 14} strokeWidth={1.75} />,
    className: squareLook('ghost', phone ? 'touch' : 'sm'),
  }
  return <DeferredTrigger {...look} popup="menu" load={load} full={<MoreActionsPanel {...props} look={look} />} />
}
