import { act, fireEvent, render, screen } from '@testing-library/react'
import { Suspense, use, useState } from 'react'
import toast from 'react-hot-toast/headless'
import { afterEach, expect, test, vi } from 'vitest'
import { DeferredTrigger, useOpenAtOnce } from './deferred-trigger.tsx'
import { lazyPart, SaidInPlace } from './lazy-part.tsx'
import { forgetNotices } from './notify.tsx'

afterEach(forgetNotices)

/** Code that fails to load the first time, as after a deployment or while offline. */
const failsOnce = <Part,>(part: Part) =>
  vi
    .fn<() => Promise<Part>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockImplementation(async () => part)

test('lazyPart shows a notice and does not open when its code fails to load, and loads on the next try [SHELL-13]', async () => {
  const said = vi.spyOn(toast, 'error')
  const load = failsOnce(({ name }: { name: string; onClose: () => void }) => <p>{`For ${name}`}</p>)
  const Part = lazyPart(load)
  function Page() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <Suspense fallback={null}>{open && <Part name="Rosalind" onClose={() => setOpen(false)} />}</Suspense>
      </>
    )
  }
  render(<Page />)
  await act(async () => fireEvent.click(screen.getByText('Open')))
  expect([said.mock.calls.length, screen.queryByText('For Rosalind')]).toEqual([1, null])
  await act(async () => fireEvent.click(screen.getByText('Open')))
  expect(await screen.findByText('For Rosalind')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(2)
})

test('lazyPart shows the error in its place in the page, and loads when the user retries [SHELL-13]', async () => {
  const Part = lazyPart(
    failsOnce(({ name }: { name: string }) => <p>{`For ${name}`}</p>),
    SaidInPlace,
  )
  render(
    <Suspense fallback={null}>
      <Part name="Rosalind" />
    </Suspense>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('couldn’t be loaded')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  expect(await screen.findByText('For Rosalind')).toBeDefined()
})

test('DeferredTrigger stays when its menu fails to load, and opens it at the next press [SHELL-13]', async () => {
  const said = vi.spyOn(toast, 'error').mockClear()
  const load = failsOnce({})
  render(<DeferredTrigger content="Sort" className="" popup="menu" load={load} full={<p>The menu</p>} />)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Sort' })))
  expect([said.mock.calls.length, screen.queryByText('The menu')]).toEqual([1, null])
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Sort' })))
  expect(screen.getByText('The menu')).toBeDefined()
})

/** Presses the trigger of a menu whose code is late, moves the focus, and lets the code arrive. */
async function openLate(moveOn: () => void) {
  let arrive: () => void = () => undefined
  const loaded = new Promise<void>((resolve) => {
    arrive = resolve
  })
  function Panel() {
    const button = useOpenAtOnce()
    const [open, setOpen] = useState(false)
    return (
      <button type="button" ref={button} onKeyDown={() => setOpen(true)}>
        {open ? 'The menu' : 'Sort'}
      </button>
    )
  }
  render(
    <>
      <DeferredTrigger content="Sort" className="" popup="menu" load={() => loaded} full={<Panel />} />
      <textarea aria-label="Text" />
      <button type="button">Send</button>
    </>,
  )
  const trigger = screen.getByRole('button', { name: 'Sort' })
  trigger.focus()
  fireEvent.click(trigger)
  moveOn()
  await act(async () => arrive())
}

test.each([
  ['a field', () => screen.getByRole('textbox').focus()],
  ['another button', () => screen.getByRole('button', { name: 'Send' }).focus()],
])('DeferredTrigger opens no menu whose code comes late when the focus has moved to %s', async (_, moveOn) => {
  await openLate(moveOn)
  const focused = document.activeElement
  expect([screen.queryByText('The menu'), focused === document.body]).toEqual([null, false])
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Sort' })))
  expect(screen.getByText('The menu'), 'the next press').toBeDefined()
})

test.each([
  ['is still on the button', () => undefined],
  ['is on nothing', () => (document.activeElement as HTMLElement).blur()],
])('DeferredTrigger opens a menu whose code comes late when the focus %s', async (_, moveOn) => {
  await openLate(moveOn)
  expect(screen.getByText('The menu')).toBe(document.activeElement)
})

test('useOpenAtOnce leaves a menu closed when the focus moves after its code came and before it stands', async () => {
  const code = Promise.withResolvers<void>()
  function Panel() {
    use(code.promise)
    const button = useOpenAtOnce()
    const [open, setOpen] = useState(false)
    return (
      <button type="button" ref={button} onKeyDown={() => setOpen(true)}>
        {open ? 'The menu' : 'Sort, ready'}
      </button>
    )
  }
  render(
    <>
      <DeferredTrigger content="Sort" className="" popup="menu" load={async () => undefined} full={<Panel />} />
      <textarea aria-label="Text" />
    </>,
  )
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Sort' })))
  screen.getByRole('textbox').focus()
  await act(async () => code.resolve())
  expect(screen.getByRole('button', { name: 'Sort, ready' })).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})
