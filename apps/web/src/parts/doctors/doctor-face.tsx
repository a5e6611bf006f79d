import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { clsx } from 'clsx'
import { useState } from 'react'
import { ChartTab } from '../../ui/chart-tab.tsx'
import { useBlobUrl } from '../files/use-blob-url.ts'

/** The large ones show the large picture: the small one has 96 pixels. */
const SIZES = {
  md: { box: 'size-14', tab: 'lg', isLarge: false },
  lg: { box: 'size-24', tab: 'xl', isLarge: true },
  xl: { box: 'size-40', tab: 'xl', isLarge: true },
} as const

interface DoctorFaceProps {
  doctor: Pick<Doctor, 'name' | 'picture'>
  size?: keyof typeof SIZES
}

/** A doctor's picture; a chart tab without one, or where it did not load. Decorative, because the name is beside it. */
export function DoctorFace({ doctor: { name, picture }, size = 'md' }: DoctorFaceProps) {
  const { box, tab, isLarge } = SIZES[size]
  const [broken, setBroken] = useState<string | null>(null)
  const isOurs = picture?.startsWith('/api/') === true
  const { url: loaded, state } = useBlobUrl(isOurs ? `${picture}${isLarge ? '' : '&size=small'}` : null)
  const url = isOurs ? loaded : picture
  const isComing = isOurs && state === 'loading'
  return (
    <span className={clsx('grid shrink-0 place-items-center overflow-hidden rounded-lg bg-sunken', box)}>
      {!isComing && (url === null || url === broken) && <ChartTab name={name} size={tab} />}
      {url !== null && url !== broken && (
        <img src={url} alt="" onError={() => setBroken(url)} className="size-full object-cover" />
      )}
    </span>
  )
}
