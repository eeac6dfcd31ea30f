import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactElement } from 'react'
import { apiUrl, fetchApi, type ApiFailure } from '../api/client.ts'
import { Logo } from '../shell/logo.tsx'
import { Button } from '../ui/button.tsx'
import css from './sign-in-page.module.css'

/** This browser is not signed in: how it gets to be. `login`: the server has a password. */
export function SignInPage({ failure }: { readonly failure: ApiFailure }): ReactElement {
  return (
    <main className={css.page}>
      <div className={css.box}>
        <Logo size={48} />
        <h1 className={css.title}>Sign in to Skein</h1>
        {failure.code === 'login' ? <PasswordForm /> : <HowToGetALink />}
      </div>
    </main>
  )
}

function HowToGetALink(): ReactElement {
  return (
    <div className={css.text}>
      <p>
        Sessions hold everything that was said and read, so Skein shows them only to browsers that it knows.
      </p>
      <dl className={css.ways}>
        <dt>On this machine</dt>
        <dd>
          Run <code>skein</code> in a terminal. It opens a link that works once.
        </dd>
        <dt>On a phone or another computer</dt>
        <dd>
          Run <code>skein pair</code> and scan the code.
        </dd>
      </dl>
    </div>
  )
}

function PasswordForm(): ReactElement {
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () =>
      fetchApi(apiUrl('/login'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-skein-csrf': '1' },
        body: JSON.stringify({ password }),
      }),
    onSuccess: () => queries.resetQueries(),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    signIn.mutate()
  }
  return (
    <form className={css.form} onSubmit={submit}>
      <label className={css.label}>
        Password
        <input
          className={css.field}
          type="password"
          autoComplete="current-password"
          required
          autoFocus
          value={password}
          aria-invalid={signIn.isError || undefined}
          aria-describedby="sign-in-problem"
          onChange={(event) => setPassword(event.target.value)}
        />
      </label>
      <p id="sign-in-problem" className={css.problem} role="alert">
        {signIn.isError ? signIn.error.message : '\u00a0'}
      </p>
      <Button type="submit" look="primary" busy={signIn.isPending}>
        Sign in
      </Button>
    </form>
  )
}
