import { Component, type ReactNode } from 'react'
import { ErrorState } from './states.tsx'

/** A part of the page that failed says so; the rest goes on. `of` names what it shows: with another one it tries again. */
export class Boundary extends Component<
  { readonly of: string; readonly children: ReactNode },
  { readonly error: unknown; readonly of: string }
> {
  override state = { error: null as unknown, of: this.props.of }

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error: error ?? new Error('unknown') }
  }

  static getDerivedStateFromProps(
    props: { readonly of: string },
    state: { readonly error: unknown; readonly of: string },
  ): { readonly error: unknown; readonly of: string } | null {
    return props.of === state.of ? null : { error: null, of: props.of }
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    return (
      <ErrorState
        title="This part of the page failed"
        error={this.state.error}
        onRetry={() => this.setState({ error: null })}
      />
    )
  }
}
