import { createElement, type SVGProps } from 'react';

type Node = readonly [tag: string, attributes: Record<string, string>];

/** Creates the component of an icon from its shapes, which are Lucide's. The build calls it for each imported icon. */
export function createIcon(...nodes: Node[]) {
  const shapes = nodes.map(([tag, attributes], key) => createElement(tag, { key, ...attributes }));
  return (props: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...props,
      },
      shapes,
    );
}
