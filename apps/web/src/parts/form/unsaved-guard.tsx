import { use, useEffect, useState } from 'react'
import { type Path, useBeforeUnload, useLocation } from 'react-router'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ShownPage } from '../page.ts'

interface UnsavedGuardProps {
  unsaved: boolean
  /** Tells what becomes of the changes. */
  lost?: string
}

/** Asks before a page with unsaved changes is left: in the app with its own dialog, otherwise with the browser's. */
export function UnsavedGuard({ unsaved, lost = 'What you changed on this page is lost.' }: UnsavedGuardProps) {
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
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirm="Leave"
      cancel="Stay"
      safeFirst
      danger
      onConfirm={() => {
        setLeave(null)
        leave()
      }}
      onClose={() => setLeave(null)}
    >
      {lost}
    </ConfirmDialog>
  )
}

/** Another organization's page counts as another page; other filters of the same page do not. */
function isSamePage(to: Path, here: Path): boolean {
  const organization = ({ search }: Path) => new URLSearchParams(search).get('organizationId')
  return to.pathname === here.pathname && organization(to) === organization(here)
}
