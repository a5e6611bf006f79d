import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Banner } from '../../../ui/banner.tsx'

/** Says above the results why the campaign does not go on, or why an act was refused. */
export function BadBar({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="mb-4 overflow-hidden md:rounded-md">
      <Banner kind="bad" icon={CircleAlert}>
        {children}
      </Banner>
    </div>
  )
}
