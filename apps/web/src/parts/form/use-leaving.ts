import { use, useEffect, useState } from 'react'
import { type Path, useBeforeUnload, useLocation } from 'react-router'
import { ShownPage } from '../page.ts'

interface Leaving {
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export interface UnsavedGuardProps {
  unsaved: boolean
  /** Tells what becomes of the changes. */
  lost?: string
}

export const LOST = 'What you changed on this page is lost.'

/** Holds a page with unsaved changes: not null while the user is to be asked. The browser asks before the tab is closed. */
export function useLeaving(unsaved: boolean): Leaving | null {
  const { hold } = use(ShownPage)
  const here = useLocation()
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useBeforeUnload((event) => {
    if (unsaved) event.preventDefault()
  })
  useEffect(() => {
    if (!unsaved) return
    return hold((to, go) => {
      if (isSamePage(to, here)) return false
      setLeave(() => go)
      return true
    })
  }, [unsaved, hold, here])
  if (leave === null) return null
  return {
    onConfirm() {
      setLeave(null)
      leave()
    },
    onClose: () => setLeave(null),
  }
}

/** Another organization's page counts as another page; other filters of the same page do not. */
function isSamePage(to: Path, here: Path): boolean {
  const organization = ({ search }: Path) => new URLSearchParams(search).get('organizationId')
  return to.pathname === here.pathname && organization(to) === organization(here)
}
