import { Component, type ReactNode } from 'react';
import { faults } from '#src/lib/faults.ts';
import { ErrorScreen } from './error-screen.tsx';

interface ErrorBoundaryProps {
  /** A change of place clears the error. */
  place?: string;
  children: ReactNode;
}
interface ErrorBoundaryState {
  error: Error | null;
  place: string | undefined;
}

/** Shows an error screen instead of a screen that threw. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null, place: this.props.place };

  static getDerivedStateFromError(error: Error): Partial<ErrorBoundaryState> {
    return { error };
  }

  static getDerivedStateFromProps(
    { place }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return place === state.place ? null : { error: null, place };
  }

  override componentDidCatch(error: Error): void {
    faults.report(error);
  }

  override render() {
    const { error } = this.state;
    return error ? <ErrorScreen error={error} /> : this.props.children;
  }
}
