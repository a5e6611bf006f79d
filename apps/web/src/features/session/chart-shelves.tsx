import { clsx } from 'clsx'
import { stockOf } from '../../ui/chart-tab.rules.ts'

const NAMES =
  'AbAlAnBaBeBrCaChCoDaDeDoEkEmFaFeFiGaGoGrHaHeHoHuIbInJaJoKaKiKoLaLeLiMaMcMoNaNoNwOhOkOrPaPePrQuRaReRoSaScSiTaThToUlVaViWaWeWiYaYoZaZh'.match(
    /../g,
  ) ?? []
const FOLDERS = 29
/**
 * For each shelf: the name it starts with, its horizontal offset, and the index of the folder that is pulled out,
 * or -1.
 */
const SHELVES = [
  { from: 0, aside: '-ml-[18px]', pulled: -1 },
  { from: 22, aside: '-ml-8', pulled: 9 },
  { from: 41, aside: '-ml-2', pulled: -1 },
  { from: 8, aside: '-ml-6', pulled: -1 },
]
const HEIGHTS = ['h-[164px]', 'h-[170px]', 'h-[160px]', 'h-[168px]', 'h-[172px]']
const SHADES = [
  'bg-[oklch(0.3_0.03_228)]',
  'bg-[oklch(0.312_0.03_228)]',
  'bg-[oklch(0.324_0.03_228)]',
  'bg-[oklch(0.336_0.03_228)]',
]

/** A decorative picture of shelves with end-tab charts, one of them pulled out. Always in the light theme. */
export function ChartShelves() {
  return (
    <div
      aria-hidden
      data-theme="light"
      className="relative hidden min-w-0 flex-1 overflow-hidden bg-petrol-950 md:block"
    >
      <div className="absolute inset-x-0 bottom-0 flex flex-col gap-13.5">
        {SHELVES.map(({ from, aside, pulled }) => (
          <div key={from}>
            <div className={clsx('relative flex h-[178px] items-end gap-0.5', aside)}>
              {Array.from({ length: FOLDERS }, (_, place) => (
                <Folder key={place} place={from + place} pulled={place === pulled} />
              ))}
            </div>
            <div className="-ml-10 h-3 w-[120%] bg-[oklch(0.315_0.03_70)]" />
            <div className="-ml-10 h-[5px] w-[120%] bg-[oklch(0.15_0.02_230)]" />
          </div>
        ))}
      </div>
    </div>
  )
}

function Folder({ place, pulled }: { place: number; pulled: boolean }) {
  const name = NAMES[place % NAMES.length] ?? ''
  return (
    <span
      className={clsx(
        'relative flex w-[34px] shrink-0 flex-col justify-end self-end rounded-t-[3px] border-x border-t',
        HEIGHTS[place % HEIGHTS.length],
        pulled
          ? '-translate-y-[26px] border-[oklch(0.8_0.012_220)] bg-[oklch(0.9_0.012_220)]'
          : ['border-[oklch(0.24_0.03_228)]', SHADES[place % SHADES.length]],
      )}
    >
      <span
        className={clsx(
          'absolute inset-x-1 top-[34px] grid grid-rows-2 overflow-hidden rounded-[3px] text-center text-[14px]/[24px] font-semibold',
          !pulled && 'opacity-86',
        )}
      >
        {[...name.toUpperCase()].map((letter, row) => (
          <span key={row} className={stockOf(letter)}>
            {letter}
          </span>
        ))}
      </span>
      {pulled && (
        <span className="absolute -top-3 left-[26px] z-10 rounded-sm bg-marker-300 px-2 py-1 text-sm font-semibold whitespace-nowrap text-petrol-950">
          1 new message
        </span>
      )}
    </span>
  )
}
