import { DeferredTrigger } from './deferred-trigger.tsx'
import { lazyPart } from './lazy-part.tsx'
import type { MenuProps } from './menu-panel.tsx'

const load = () => import('./menu-panel.tsx')
const MenuPanel = lazyPart(async () => (await load()).MenuPanel)

export function Menu(props: MenuProps) {
  const { label, content, className, tabIndex } = props
  const look = { label, content, className, tabIndex }
  return <DeferredTrigger {...look} popup="menu" load={load} full={<MenuPanel {...props} />} />
}
