import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation, useNavigationType } from 'react-router'
import { expect, test, vi } from 'vitest'
import { Link, NavLink } from './link.tsx'

function Here() {
  const { pathname, search } = useLocation()
  return <p>{`${useNavigationType()} ${pathname}${search}`}</p>
}

function show(...links: React.ReactNode[]) {
  render(
    <MemoryRouter initialEntries={['/patients/p1']}>
      {links}
      <Here />
    </MemoryRouter>,
  )
}

test('Link goes to its address within the app when it is pressed, after its own handler', async () => {
  const onClick = vi.fn()
  show(
    <Link key="a" to="/patients?page=2" onClick={onClick}>
      Patients
    </Link>,
  )
  const link = screen.getByRole('link', { name: 'Patients' })
  expect(link.getAttribute('href')).toBe('/patients?page=2')
  await userEvent.click(link)
  expect(onClick).toHaveBeenCalledOnce()
  expect(screen.getByText('PUSH /patients?page=2')).toBeTruthy()
  await userEvent.click(link)
  expect(screen.getByText('REPLACE /patients?page=2')).toBeTruthy()
})

test('Link leaves a press to the browser when it is modified, and stays when its handler prevents it', async () => {
  show(
    <Link key="a" to="/fax">
      Fax
    </Link>,
    <Link key="b" to="/fax" onClick={(event) => event.preventDefault()}>
      Held
    </Link>,
  )
  const user = userEvent.setup()
  await user.keyboard('{Control>}')
  const seen = vi.fn((event: MouseEvent) => {
    const wasPrevented = event.defaultPrevented
    event.preventDefault()
    return wasPrevented
  })
  window.addEventListener('click', seen, { once: true })
  await user.click(screen.getByRole('link', { name: 'Fax' }))
  await user.keyboard('{/Control}')
  expect(seen).toHaveReturnedWith(false)
  await user.click(screen.getByRole('link', { name: 'Held' }))
  expect(screen.getByText('POP /patients/p1')).toBeTruthy()
})

test('NavLink is the current one when its place or a place below it is shown', () => {
  show(
    ...['/patients', '/patients/p1', '/patient', '/fax'].map((to) => (
      <NavLink key={to} to={to}>
        {to}
      </NavLink>
    )),
  )
  const current = screen.getAllByRole('link', { current: 'page' })
  expect(current.map(({ textContent }) => textContent)).toEqual(['/patients', '/patients/p1'])
})
