import { join, relative } from 'node:path';
import {
  type Expression,
  isArrowFunction,
  isBinaryExpression,
  isCallExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isJsxAttribute,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxSelfClosingElement,
  isJsxText,
  isMethodDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isReturnStatement,
  isStringLiteral,
  isVariableDeclaration,
  type JsxChild,
  type JsxElement,
  type JsxFragment,
  type JsxSelfClosingElement,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { API, type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync';

type Element = JsxElement | JsxSelfClosingElement;
type Function = Node & { body: Node };

const isFunction = (node: Node | undefined): node is Function =>
  node !== undefined &&
  (isFunctionDeclaration(node) || isArrowFunction(node) || isFunctionExpression(node) || isMethodDeclaration(node));
const isElement = (node: Node | undefined): node is Element =>
  node !== undefined && (isJsxElement(node) || isJsxSelfClosingElement(node));
const isInFunction = ({ parent }: Node): boolean =>
  parent !== undefined && (isFunction(parent) || isInFunction(parent));
const isBlank = (child: JsxChild): boolean =>
  isJsxText(child) ? child.text.trim() === '' : isJsxExpression(child) && isSpace(child.expression);
const isSpace = (node: Node | undefined): boolean => !node || (isStringLiteral(node) && node.text.trim() === '');
const inner = (node: Node | undefined): Node | undefined =>
  node && isParenthesizedExpression(node) ? inner(node.expression) : node;

const childrenOf = (node: Node): Node[] => {
  const children: Node[] = [];
  node.forEachChild((child) => void children.push(child));
  return children;
};
const within = (node: Node): Node[] => childrenOf(node).flatMap((child) => [child, ...within(child)]);

/** Returns the values that a function returns, not those of functions in it. */
function returnsOf({ body }: Function): (Node | undefined)[] {
  const search = (node: Node): (Node | undefined)[] => {
    if (isReturnStatement(node)) return [inner(node.expression)];
    return isFunction(node) ? [] : childrenOf(node).flatMap(search);
  };
  const isBlock = childrenOf(body).some((child) => search(child).length > 0);
  return isBlock ? search(body) : [inner(body)];
}

class TextFinder {
  readonly #checker: Checker;

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  #declarationOf(name: Node): Node | undefined {
    const symbol = this.#checker.getSymbolAtLocation(name);
    const isAlias = symbol && symbol.flags & SymbolFlags.Alias;
    return (isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol)?.valueDeclaration?.resolve();
  }

  /** Whether a value is the same for as long as the page is open: a constant outside of all functions. */
  #isConstant(node: Expression): boolean {
    if (isStringLiteral(node)) return true;
    if (isPropertyAccessExpression(node)) return this.#isConstant(node.expression);
    const declaration = isIdentifier(node) ? this.#declarationOf(node) : undefined;
    return declaration !== undefined && isVariableDeclaration(declaration) && !isInFunction(declaration);
  }

  /** @param seen arrays that are looked into already: a type may contain itself */
  #hasText(type: Type, seen: readonly Type[] = []): boolean {
    if (type.isUnionType()) return type.getTypes().some((one) => this.#hasText(one, seen));
    if (type.isStringLiteralType()) return type.value !== '';
    if (type.isTypeReference() && this.#checker.isArrayLikeType(type)) {
      const within = seen.includes(type) ? [] : this.#checker.getTypeArguments(type);
      return within.some((one) => this.#hasText(one, [...seen, type]));
    }
    const { StringLike, NumberLike, BigIntLike, AnyOrUnknown } = TypeFlags;
    return (type.flags & (StringLike | NumberLike | BigIntLike | AnyOrUnknown)) !== 0;
  }

  #mayBeText(node: Node): boolean {
    // The left side is a condition.
    if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken)
      return this.#mayBeText(node.right);
    const type = this.#checker.getTypeAtLocation(node);
    return type !== undefined && this.#hasText(type);
  }

  /** `constant` and `changing` texts; null for elements. A value that may be a text counts as one. */
  kindOf(child: JsxChild): 'constant' | 'changing' | null {
    if (isJsxText(child)) return 'constant';
    if (!isJsxExpression(child) || !child.expression) return null;
    if (!this.#mayBeText(child.expression)) return null;
    return !isInFunction(child) || this.#isConstant(child.expression) ? 'constant' : 'changing';
  }

  /** Whether React may remove an element, or put another in its place, while the elements beside it stay. */
  #mayChange(child: JsxChild): boolean {
    if (isJsxExpression(child)) return isInFunction(child) && this.kindOf(child) === null;
    return isElement(child) && !this.#isSteady(child);
  }

  /** Whether an element is always rendered as one and the same element of the page. */
  #isSteady(element: Element): boolean {
    const { tagName, attributes } = isJsxElement(element) ? element.openingElement : element;
    if (attributes.properties.some((one) => isJsxAttribute(one) && one.name.getText() === 'key')) return false;
    if (/^[a-z]/.test(tagName.getText())) return true;
    const declaration = this.#declarationOf(tagName);
    const component = declaration && componentOf(declaration);
    // A component of a package.
    if (!component) return true;
    const [result, ...others] = returnsOf(component);
    return isElement(result) && others.length === 0 && this.#isSteady(result);
  }

  /** Returns the children that are texts which a translated page must not have where they are. */
  looseTextsOf(parent: JsxElement | JsxFragment): JsxChild[] {
    const children = parent.children.filter((child) => !isBlank(child));
    if (isJsxElement(parent) && children.length === 1) return [];
    const besideChanging = children.some((child) => this.#mayChange(child));
    return children.filter((child) => {
      const kind = this.kindOf(child);
      return kind === 'changing' || (kind === 'constant' && (besideChanging || isJsxFragment(parent)));
    });
  }

  /** Returns what a component returns if it may be a text without an element. */
  bareTextsOf(component: Function): Node[] {
    return returnsOf(component).filter((result): result is Node => result !== undefined && this.#mayBeText(result));
  }
}

/** Returns the function of a component: the declared one, or the one that `memo` wraps. */
function componentOf(declaration: Node): Function | undefined {
  if (isFunction(declaration)) return declaration;
  if (!isVariableDeclaration(declaration)) return undefined;
  const value = inner(declaration.initializer);
  return [value, ...(value && isCallExpression(value) ? value.arguments : [])].find(isFunction);
}

const nameOf = (node: Node): string => {
  const named = isFunctionDeclaration(node) || isVariableDeclaration(node) ? node.name : undefined;
  return named && isIdentifier(named) ? named.text : '';
};

/**
 * Returns the texts in the page's source that stand beside elements which come and go, or that change themselves, as
 * `file:line text`.
 */
export function looseTexts(root: string): { found: string[]; files: number } {
  const api = new API({ cwd: root });
  try {
    const config = join(root, 'src/tsconfig.json');
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`${config} is no project.`);
    const { program, checker } = project;
    const finder = new TextFinder(checker);
    const names = program
      .getSourceFileNames()
      .filter((name) => name.startsWith(join(root, 'src/')) && /\.tsx$/.test(name));
    const found = names.flatMap((name) => {
      const file = program.getSourceFile(name);
      if (!file) return [];
      const loose = within(file).flatMap((node): Node[] => {
        if (isJsxElement(node) || isJsxFragment(node)) return finder.looseTextsOf(node);
        const component = /^[A-Z]/.test(nameOf(node)) ? componentOf(node) : undefined;
        return component ? finder.bareTextsOf(component) : [];
      });
      return loose.map((node) => {
        const text = file.text.slice(node.pos, node.end);
        const start = node.pos + text.length - text.trimStart().length;
        const line = file.text.slice(0, start).split('\n').length;
        return `${relative(root, name)}:${line} ${text.trim().replace(/\s+/g, ' ')}`;
      });
    });
    return { found, files: names.length };
  } finally {
    api.close();
  }
}
