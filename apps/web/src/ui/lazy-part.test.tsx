import { act, fireEvent, render, screen } from '@testing-library/react'
import { Suspense, useState } from 'react'
import toast from 'react-hot-toast/headless'
import { afterEach, expect, test, vi } from 'vitest'
import { DeferredTrigger } from './deferred-trigger.tsx'
import { lazyPart, SaidInPlace } from './lazy-part.tsx'
import { forgetNotices } from './notify.tsx'

afterEach(forgetNotices)

/** Code that can't be fetched the first time, as after a deployment or without a connection. */
const failsOnce = <Part,>(part: Part) =>
  vi
    .fn<() => Promise<Part>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockImplementation(async () => part)

test('[SHELL-13] what cannot be fetched does not open, says so, and leaves the page alone; asked for again it is fetched', async () => {
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

test('[SHELL-13] what has its place in the page says there that it is missing, and comes when it is asked for', async () => {
  const Part = lazyPart(
    failsOnce(({ name }: { name: string }) => <p>{`For ${name}`}</p>),
    SaidInPlace,
  )
  render(
    <Suspense fallback={null}>
      <Part name="Rosalind" />
    </Suspense>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('could not be fetched')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  expect(await screen.findByText('For Rosalind')).toBeDefined()
})

test('[SHELL-13] a button whose menu cannot be fetched stays, and opens it at the next press', async () => {
  const said = vi.spyOn(toast, 'error').mockClear()
  const load = failsOnce({})
  render(<DeferredTrigger content="Sort" className="" popup="menu" load={load} full={<p>The menu</p>} />)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Sort' })))
  expect([said.mock.calls.length, screen.queryByText('The menu')]).toEqual([1, null])
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Sort' })))
  expect(screen.getByText('The menu')).toBeDefined()
})
