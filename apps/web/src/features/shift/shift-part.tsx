import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useCommands } from '../../parts/keyboard.tsx'
import { useActiveOrganization, useApp } from '../../parts/services.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const ShiftPanel = lazyPart(async () => (await import('./shift-panel.tsx')).ShiftPanel)

/** The command behind the account menu's entry; its panel is loaded when it first opens. */
export function ShiftPart() {
  const [isOpen, setIsOpen] = useState(false)
  const organization = useActiveOrganization()
  const userId = useSnapshot(useApp().mainContext).user?._id
  useCommands([
    {
      ...{ id: 'shift', title: 'Say what your desk does', words: 'shift on call break off lunch end begin start' },
      ...{ keys: [], group: 'Everywhere', run: () => setIsOpen(true) },
    },
  ])
  if (organization === null || userId === undefined) return null
  const close = () => setIsOpen(false)
  return (
    <Drawer open={isOpen} onClose={close} title="Your shift">
      <ShiftPanel key={organization._id} organization={organization} userId={userId} />
    </Drawer>
  )
}
