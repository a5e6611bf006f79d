import { Plus, Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

interface PageHeadProps {
  phone: boolean
  /** Why no patient can be added now. */
  addReason: string | undefined
  onAdd: () => void
  /** Opens the search of a phone. */
  onSearch: () => void
}

/** The heading with the actions of the page. A link inside the app moves the focus to the heading. */
export function PageHead({ phone, addReason, onAdd, onSearch }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page
  useEffect(() => {
    if (key !== 'default') heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className="flex items-center gap-2">
      <h1 ref={heading} tabIndex={-1} className="min-w-0 flex-1 text-xl font-semibold tracking-tight outline-none">
        Patients
      </h1>
      {phone ? (
        <>
          <IconButton icon={Search} label="Search" size="touch" onClick={onSearch} />
          <IconButton
            icon={Plus}
            label="New patient"
            kind="primary"
            size="touch"
            disabledReason={addReason}
            onClick={onAdd}
          />
        </>
      ) : (
        <Button kind="primary" icon={Plus} disabledReason={addReason} onClick={onAdd}>
          New patient
        </Button>
      )}
    </header>
  )
}
