import { CalendarClock, ChartNoAxesColumn, Download, Ellipsis, ListChecks, Plus, Search, Table2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { buttonLook, squareLook } from '../../ui/button-look.rules.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { Menu } from '../../ui/menu.tsx'

interface PageHeadProps {
  phone: boolean
  /** Why the export or a booking can't begin now. */
  exportReason: string | undefined
  bookReason: string | undefined
  isExporting: boolean
  onExport: () => void
  onBook: () => void
  /** Opens the search of a phone. */
  onSearch: () => void
  /** The half hours are rows of a table. */
  isTable: boolean
  onTable: (isTable: boolean) => void
  /** Shows the boxes of a phone's rows. */
  onSelect: () => void
}

const DUE = '/appointments/due-dates'

/** The heading with the actions of the page. */
export function PageHead(props: PageHeadProps) {
  const { phone, exportReason, bookReason, isExporting, onExport, onBook, onSearch, onSelect, isTable, onTable } = props
  const navigate = useNavigate()
  return (
    <header className="flex items-center gap-2">
      <Heading />
      {phone ? (
        <>
          <IconButton icon={Search} label="Search" size="touch" onClick={onSearch} />
          <Menu
            label="More"
            content={<Ellipsis aria-hidden size={20} />}
            className={squareLook('ghost', 'touch')}
            align="end"
            entries={[
              { label: 'Select visits', icon: ListChecks, onSelect },
              {
                ...(isTable
                  ? { label: 'Show the day as columns', icon: ChartNoAxesColumn }
                  : { label: 'Show the day as a table', icon: Table2 }),
                onSelect: () => onTable(!isTable),
              },
              { label: 'Due-date list', icon: CalendarClock, onSelect: () => void navigate(DUE) },
              { label: 'Export', icon: Download, disabledReason: exportReason, onSelect: onExport },
            ]}
          />
          <IconButton
            icon={Plus}
            label="Book a visit"
            kind="primary"
            size="touch"
            disabledReason={bookReason}
            onClick={onBook}
          />
        </>
      ) : (
        <>
          <Button icon={Download} busy={isExporting} disabledReason={exportReason} onClick={onExport}>
            Export
          </Button>
          <Link to={DUE} className={buttonLook('default', 'md')}>
            <CalendarClock aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
            Due-date list
          </Link>
          <Button kind="primary" icon={Plus} disabledReason={bookReason} onClick={onBook}>
            Book a visit
          </Button>
        </>
      )}
    </header>
  )
}

/** A link inside the app moves the focus to the heading. */
function Heading() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page
  useEffect(() => {
    if (key !== 'default') heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className="min-w-0 flex-1 text-xl font-semibold tracking-tight outline-none">
      Appointments
    </h1>
  )
}
