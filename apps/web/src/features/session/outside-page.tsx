import { type ReactNode, useEffect, useRef } from 'react'
import { Logo } from '../../ui/logo.tsx'
import { ChartShelves } from './chart-shelves.tsx'
import { useDeviceLook } from './use-device-look.ts'

/** The frame of the pages without a session. It loads nothing of the app behind the sign-in. */
export function OutsidePage({ children }: { children: ReactNode }) {
  useDeviceLook()
  return (
    <main className="flex min-h-dvh">
      <div className="flex w-full min-w-0 flex-col bg-surface px-6 py-8 md:w-[520px] md:shrink-0 md:px-16">
        <div className="flex items-center gap-2.5">
          <Logo height={32} />
          <span className="text-lg font-semibold tracking-tight">Foyer</span>
        </div>
        <div className="my-auto w-full max-w-97 py-8 max-md:mx-auto">{children}</div>
        <p className="text-xs text-muted">For clinic staff. Patients reply by text and never sign in here.</p>
      </div>
      <ChartShelves />
    </main>
  )
}

interface OutsideHeadProps {
  title: string
  children?: ReactNode
  /** The heading replaced another one, so it takes the focus to be announced by screen readers. */
  focused?: boolean
}

export function OutsideHead({ title, children, focused = false }: OutsideHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  return (
    <header className="mb-7">
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-head wrap-anywhere outline-none">
        {title}
      </h1>
      {children && <div className="mt-1 text-base wrap-anywhere text-muted">{children}</div>}
    </header>
  )
}

/** The style of a link on a line of its own. */
export const OUTSIDE_LINK = 'rounded-sm text-sm text-link underline underline-offset-2 pointer-coarse:py-3'
